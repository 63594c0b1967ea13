// Where batching stops paying: in hardware (cost per step and per example) and in statistics
// (gradient noise scale, critical batch size).
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/least_squares.hpp"
#include "analysis/training_summary.hpp"

namespace sweepmark::host {

/// t_step(b) = per_step + b * per_example, which is t_epoch(b) = (N/b) * per_step + N *
/// per_example.
struct StepCostFit {
  std::string label;  // data set, model, gradient kernel, optimizer
  std::vector<double> batch_sizes, seconds_per_step;
  double per_step = 0, per_example = 0;  // seconds
  std::optional<Interval> per_step_interval, per_example_interval;
  double worst_residual = 0;
  bool holds = false;  // three batch sizes or more, residuals within a tenth, both terms positive
  std::optional<double>
      break_even;  // the batch where a step's fixed cost equals its examples' cost
};

/// steps(b) = s_min * (1 + b_crit / b) to one loss (McCandlish et al. 2018, eq. 2.11); at each
/// batch size the learning rate and other settings that reach it in the fewest steps.
struct CriticalBatchFit {
  std::string label;
  double target = 0;
  std::vector<double> batch_sizes, steps;
  double s_min = 0, b_crit = 0;
  std::optional<Interval> b_crit_interval;
  double worst_residual = 0;
  bool holds = false;  // three batch sizes or more, residuals within a quarter, both terms positive
};

/// B_noise = trace of the single-example gradient covariance / squared norm of the gradient
/// (McCandlish et al. 2018, eq. 2.9): below it, a batch twice as large needs about half the steps.
struct NoiseScale {
  std::string label;
  std::int64_t batch_size = 1;  // the record it comes from: the least biased by finite data
  double trace = 0, squared_norm = 0;
  std::optional<double> scale;  // nothing where the gradient is zero
};

std::vector<StepCostFit> fit_step_costs(const RunFile& run,
                                        const std::vector<TrainingSummary>& summaries);
std::vector<CriticalBatchFit> fit_critical_batches(const RunFile& run,
                                                   const std::vector<TrainingSummary>& summaries);
std::vector<NoiseScale> find_noise_scales(const RunFile& run);

}  // namespace sweepmark::host
