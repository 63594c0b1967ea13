// One case over many runs: its times in order, and where they changed for good.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "record/run_file.hpp"

namespace sweepmark::host {

struct HistoryPoint {
  std::string path, started, version;
  double median_ns = 0;
  std::optional<Interval> interval_ns;
  double to_first = 1, to_last = 1;  // own time / the first's, / the last's
  bool change = false;               // a new level begins here
  double level_ns = 0;               // the level the point belongs to
};

struct CaseHistory {
  std::string id;
  std::string machine;               // host and CPU: machines are never mixed
  std::vector<HistoryPoint> points;  // by time of the run
};

/// Every case whose kernel (or id) matches the glob ("" = all), one history per machine.
std::vector<CaseHistory> find_histories(const std::vector<RunFile>& runs, const std::string& glob);

/// The first index of each level after the first: the segmentation of `values` (logarithms of
/// times) that minimises sum |value - level| + penalty per jump, exactly, by dynamic programming
/// over medians (Potts functional; Weinmann, Storath and Demaret, SIAM J. Numer. Anal. 53, 2015).
/// The penalty is 4 sigma ln(n) with sigma from successive differences, and no level may differ
/// from its neighbour by less than `least_step`.
std::vector<std::size_t> change_points(const std::vector<double>& values, double least_step);

}  // namespace sweepmark::host
