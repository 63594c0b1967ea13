// One training configuration over its seeds: the loss it reaches and the time it needs, apart.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/statistics.hpp"
#include "record/run_file.hpp"

namespace sweepmark::host {

/// Time to a loss is steps to it times seconds a step: both factors are kept. A seed that missed
/// counts as infinitely late, so the median is absent once half or more of the seeds missed.
struct TargetSummary {
  double target = 0;
  std::size_t missed = 0, seeds = 0;
  std::optional<double> median_steps;
  std::optional<double> seconds;  // median_steps * seconds_per_step
};

struct TrainingSummary {
  std::string group;
  std::vector<std::size_t> rows;  // into RunFile::training, by seed
  std::size_t measured = 0;
  std::vector<std::pair<std::uint64_t, std::int64_t>> diverged;  // seed, step
  std::optional<double> median_loss, worst_loss, median_accuracy, median_distance;
  std::optional<double> seconds_per_epoch, seconds_per_step, examples_per_second;  // medians
  /// Over all seeds' samples: the half-width of the median's 95% interval, as a fraction.
  std::optional<double> half_width;
  std::vector<TargetSummary> targets;
};

/// Groups in the order they first appear. Diverged, failed and skipped rows give no loss and no
/// time: they are listed, never averaged.
std::vector<TrainingSummary> summarize_training(const RunFile& run);

}  // namespace sweepmark::host
