#include "analysis/training_fits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace sweepmark::host {
namespace {

/// What must be equal for batch sizes to lie on one curve.
std::string curve_label(const TrainingCase& c) {
  std::string label =
      fmt::format("{} {}, {}, {}", c.dataset, to_string(c.model), c.gradient, c.optimizer);
  if (c.dtype != Dtype::f32) label += fmt::format(", {}", to_string(c.dtype));
  if (c.threads != 1) label += fmt::format(", {} threads", c.threads);
  if (c.sampler != Sampler::shuffled) label += fmt::format(", {}", to_string(c.sampler));
  if (c.duplicate != 1) label += fmt::format(", each example {} times", c.duplicate);
  return label;
}

/// label -> batch size -> the value that counts (the least of several).
using Curves = std::map<std::string, std::map<double, double>>;

void keep_least(Curves& curves, const std::string& label, double batch, double value) {
  const auto [it, added] = curves[label].try_emplace(batch, value);
  if (!added) it->second = std::min(it->second, value);
}

void unzip(const std::map<double, double>& curve, std::vector<double>& x, std::vector<double>& y) {
  for (const auto& [batch, value] : curve) {
    x.push_back(batch);
    y.push_back(value);
  }
}

/// Examples behind one update.
double update_batch(const TrainingCase& c) {
  return static_cast<double>(c.batch_size) *
         static_cast<double>(std::max<std::int64_t>(1, c.accumulation));
}

}  // namespace

std::vector<StepCostFit> fit_step_costs(const RunFile& run,
                                        const std::vector<TrainingSummary>& summaries) {
  Curves curves;
  for (const auto& s : summaries) {
    const TrainingCase& c = run.training[s.rows.front()].training;
    // With accumulation a step is several gradient calls: another curve altogether.
    if (s.seconds_per_step && c.accumulation <= 1 && *s.seconds_per_step > 0)
      keep_least(curves, curve_label(c), static_cast<double>(c.batch_size), *s.seconds_per_step);
  }
  std::vector<StepCostFit> fits;
  for (const auto& [label, curve] : curves) {
    StepCostFit fit;
    fit.label = label;
    unzip(curve, fit.batch_sizes, fit.seconds_per_step);
    const auto line = fit_line(fit.batch_sizes, fit.seconds_per_step);
    if (!line) continue;
    fit.per_step = line->intercept;
    fit.per_example = line->slope;
    fit.per_step_interval = line->intercept_interval;
    fit.per_example_interval = line->slope_interval;
    fit.worst_residual = line->worst_residual;
    fit.holds =
        line->points >= 3 && line->worst_residual <= 0.10 && line->intercept > 0 && line->slope > 0;
    if (line->slope > 0 && line->intercept > 0) fit.break_even = line->intercept / line->slope;
    fits.push_back(std::move(fit));
  }
  return fits;
}

std::vector<CriticalBatchFit> fit_critical_batches(const RunFile& run,
                                                   const std::vector<TrainingSummary>& summaries) {
  std::map<double, Curves> by_target;
  for (const auto& s : summaries) {
    const TrainingCase& c = run.training[s.rows.front()].training;
    for (const auto& t : s.targets)
      if (t.median_steps && *t.median_steps > 0)
        keep_least(by_target[t.target], curve_label(c), update_batch(c), *t.median_steps);
  }
  std::vector<CriticalBatchFit> fits;
  for (const auto& [target, curves] : by_target)
    for (const auto& [label, curve] : curves) {
      CriticalBatchFit fit;
      fit.label = label;
      fit.target = target;
      unzip(curve, fit.batch_sizes, fit.steps);
      std::vector<double> inverse;
      for (const double b : fit.batch_sizes) inverse.push_back(1 / b);
      const auto line = fit_line(inverse, fit.steps);
      if (!line) continue;
      fit.s_min = line->intercept;
      if (line->intercept > 0) fit.b_crit = line->slope / line->intercept;
      fit.b_crit_interval = line->ratio_interval;
      fit.worst_residual = line->worst_residual;
      fit.holds = line->points >= 3 && line->worst_residual <= 0.25 && line->intercept > 0 &&
                  line->slope > 0;
      fits.push_back(std::move(fit));
    }
  return fits;
}

std::vector<NoiseScale> find_noise_scales(const RunFile& run) {
  std::map<std::string, const NoiseRecord*> smallest;
  for (const auto& n : run.noise) {
    if (n.outcome != Outcome::measured || !n.deviation_sqrt_b || n.gradient.empty()) continue;
    const NoiseRecord*& kept = smallest[fmt::format("{}, {}", n.noise.dataset, n.noise.gradient)];
    if (!kept || n.noise.batch_size < kept->noise.batch_size) kept = &n;
  }
  std::vector<NoiseScale> scales;
  for (const auto& [label, n] : smallest) {
    NoiseScale scale;
    scale.label = label;
    scale.batch_size = n->noise.batch_size;
    // The deviation pools components: their variances add up to the trace.
    scale.trace =
        static_cast<double>(n->gradient.size()) * *n->deviation_sqrt_b * *n->deviation_sqrt_b;
    for (const double g : n->gradient) scale.squared_norm += g * g;
    if (scale.squared_norm > 0) scale.scale = scale.trace / scale.squared_norm;
    scales.push_back(std::move(scale));
  }
  return scales;
}

}  // namespace sweepmark::host
