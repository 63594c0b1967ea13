// Rows that answer one question, set against the best of them.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "record/run_file.hpp"

namespace sweepmark::host {

/// One row of a group. Only measured rows are ranked, each against rows with the same contract
/// (math and packing) only; rows another tool measured are not ranked at all.
struct RowSummary {
  std::size_t index = 0;  // into RunFile::measurements
  bool ranked = false;
  bool best = false;                      // the fastest of its contract
  bool tied = false;                      // not distinguishable from the fastest
  std::optional<double> relative;         // own time / best time of the contract: 1 for the best
  std::optional<double> half_width;       // of the median's interval, as a fraction of the median
  std::string contract;                   // "" for native rows that pack in the call
  std::vector<std::string> flags;         // short words for the table
  std::vector<std::string> explanations;  // what each flag means, in a sentence
};

struct GroupSummary {
  std::string group;
  std::vector<RowSummary> rows;     // kernels by best time, settings ascending, unmeasured last
  std::optional<std::size_t> best;  // into rows: the fastest ordinary row
};

/// All groups in the order they first appear in the run. Ties are judged by the paired ratio of the
/// same rounds where rows share six rounds, by the ratio of medians elsewhere, at 95% over the
/// group (Bonferroni).
std::vector<GroupSummary> summarize_groups(const RunFile& run);

/// The half-width of the median's interval over the median.
std::optional<double> relative_half_width(const Measurement& m);

/// Whether `contender` cannot be told from `best` at the given confidence.
bool is_tied(const Measurement& best, const Measurement& contender, double confidence);

}  // namespace sweepmark::host
