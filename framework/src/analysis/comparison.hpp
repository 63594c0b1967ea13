// Two runs, or a baseline inside one: what is faster, what is slower, what cannot be said.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/noise_floor.hpp"
#include "analysis/ratio.hpp"
#include "analysis/verdict.hpp"
#include "record/run_file.hpp"

namespace sweepmark::host {

struct CompareOptions {
  double margin = 0.02;      // differences within it do not matter; never below the noise floor
  double confidence = 0.95;  // of each row's interval, before correction
  std::string filter;        // glob over ids; "" keeps all
};

struct ComparedRow {
  std::string id;
  std::optional<double> baseline_ns, contender_ns;  // medians
  std::optional<double> ratio;                      // contender / baseline
  std::optional<Interval> interval;
  Verdict verdict = Verdict::inconclusive;
  std::optional<double> p;  // Mann-Whitney, where it could be computed
  std::size_t baseline_samples = 0, contender_samples = 0;
  std::string note;         // why inconclusive, or what else to know
  std::string baseline_id;  // inside one run: the row it is compared with
};

struct IncomparableRow {
  std::string id;
  std::string reason;
};

struct Comparison {
  std::string baseline, contender;       // names of the two sides
  std::vector<std::string> differences;  // machine, build, settings: "cpu: A / B"
  std::vector<std::string> notes;        // what the readers had to say, once each
  NoiseFloor noise_floor;
  double margin = 0;  // the one applied
  std::vector<ComparedRow> rows;
  std::optional<double> geomean;  // of the ratios of all rows compared
  std::vector<IncomparableRow> incomparable;
};

/// Outer join by case id (training rows by theirs, per epoch). Ratio of medians with its interval;
/// a verdict other than inconclusive also needs the Mann-Whitney test to reject equality (faster,
/// slower), six samples a side, and the whole interval outside the margin. Both directions mirror.
Comparison compare_runs(const RunFile& baseline, const RunFile& contender,
                        const CompareOptions& options);

/// Every row against the baseline kernel's row of its group: same settings where the baseline has
/// them, its fastest row otherwise. Paired log-ratios of the same rounds, exact sign-test
/// intervals, Bonferroni over the rows. `baseline` is a kernel id, a glob, or an alias ("old" for
/// "gemm.x@old"). Training rows: `baseline` may also be a training group or a glob over training
/// ids. Throws Error when it matches nothing.
Comparison compare_inside(const RunFile& run, const std::string& baseline,
                          const CompareOptions& options);

bool has_verdict(const Comparison& comparison, Verdict verdict);

}  // namespace sweepmark::host
