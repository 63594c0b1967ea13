// The analysis in sentences with numbers, for the lines under each table.
#pragma once
#include <string>
#include <vector>

#include "analysis/analysis.hpp"

namespace sweepmark::host {

/// Who is fastest on this problem, what ties with it, and what bounds it.
std::vector<std::string> group_words(const RunFile& run, const GroupSummary& group);
/// Where the width saturates, the cost of a call, and the caches; several sentences.
std::vector<std::string> saturation_words(const RunFile& run, const Saturation& saturation);
/// Crossovers and cliffs along one axis.
std::vector<std::string> size_sweep_words(const SizeSweep& sweep);
/// What one default everywhere would cost.
std::vector<std::string> dispatch_words(const DispatchFamily& family);
std::vector<std::string> step_cost_words(const StepCostFit& fit);
std::vector<std::string> critical_batch_words(const CriticalBatchFit& fit);
std::vector<std::string> noise_scale_words(const NoiseScale& scale);
/// Verdict counts, geometric mean, floor and margin.
std::vector<std::string> comparison_words(const Comparison& comparison);

/// "1.25 (95%: 1.20 to 1.31)" with the unit after each number's last; plain without an interval.
std::string with_interval(double value, const std::optional<Interval>& interval,
                          std::string (*format)(double));

}  // namespace sweepmark::host
