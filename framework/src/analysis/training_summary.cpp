#include "analysis/training_summary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace sweepmark::host {
namespace {

std::optional<double> median_or_none(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  const double m = median(values);
  return std::isfinite(m) ? std::optional(m) : std::nullopt;
}

template <class Field>
std::vector<double> collect(const RunFile& run, const TrainingSummary& group, Field field) {
  std::vector<double> values;
  for (const std::size_t i : group.rows) {
    const TrainingRecord& t = run.training[i];
    if (t.outcome != Outcome::measured) continue;
    if (const std::optional<double>& value = t.*field) values.push_back(*value);
  }
  return values;
}

/// The interval half-width of the seeds' joint timing samples, each seed relative to its median.
std::optional<double> joint_half_width(const RunFile& run, const TrainingSummary& group) {
  std::vector<double> relative;
  for (const std::size_t i : group.rows) {
    const auto& samples = run.training[i].samples_ns;
    if (run.training[i].outcome != Outcome::measured || samples.empty()) continue;
    const double middle = median(samples);
    if (!(middle > 0)) continue;
    for (const double s : samples) relative.push_back(s / middle);
  }
  const auto interval = median_interval(relative);
  if (!interval) return std::nullopt;
  return (interval->high - interval->low) / 2;
}

void add_targets(const RunFile& run, TrainingSummary& group) {
  std::vector<double> targets;
  for (const std::size_t i : group.rows)
    for (const auto& t : run.training[i].time_to_target)
      if (std::find(targets.begin(), targets.end(), t.target) == targets.end())
        targets.push_back(t.target);
  std::sort(targets.rbegin(), targets.rend());
  for (const double target : targets) {
    TargetSummary summary;
    summary.target = target;
    std::vector<double> steps;
    for (const std::size_t i : group.rows) {
      // A diverged or failed seed missed every target: censored, not left out.
      if (run.training[i].outcome == Outcome::skipped ||
          run.training[i].outcome == Outcome::unsupported)
        continue;
      double reached = std::numeric_limits<double>::infinity();
      for (const auto& t : run.training[i].time_to_target)
        if (t.target == target && t.steps) reached = static_cast<double>(*t.steps);
      if (!std::isfinite(reached)) ++summary.missed;
      steps.push_back(reached);
    }
    summary.seeds = steps.size();
    summary.median_steps = median_or_none(steps);
    if (summary.median_steps && group.seconds_per_step)
      summary.seconds = *summary.median_steps * *group.seconds_per_step;
    group.targets.push_back(summary);
  }
}

void summarize_group(const RunFile& run, TrainingSummary& group) {
  std::stable_sort(group.rows.begin(), group.rows.end(), [&](auto a, auto b) {
    return run.training[a].training.seed < run.training[b].training.seed;
  });
  for (const std::size_t i : group.rows) {
    const TrainingRecord& t = run.training[i];
    if (t.outcome == Outcome::measured) ++group.measured;
    if (t.outcome == Outcome::diverged)
      group.diverged.emplace_back(t.training.seed, t.diverged_at.value_or(0));
  }
  const auto losses = collect(run, group, &TrainingRecord::final_loss);
  group.median_loss = median_or_none(losses);
  if (!losses.empty()) group.worst_loss = *std::max_element(losses.begin(), losses.end());
  group.median_accuracy = median_or_none(collect(run, group, &TrainingRecord::accuracy));
  group.median_distance = median_or_none(collect(run, group, &TrainingRecord::distance));
  group.seconds_per_epoch = median_or_none(collect(run, group, &TrainingRecord::seconds_per_epoch));
  group.seconds_per_step = median_or_none(collect(run, group, &TrainingRecord::seconds_per_step));
  group.examples_per_second =
      median_or_none(collect(run, group, &TrainingRecord::examples_per_second));
  group.half_width = joint_half_width(run, group);
  add_targets(run, group);
}

}  // namespace

std::vector<TrainingSummary> summarize_training(const RunFile& run) {
  std::vector<TrainingSummary> groups;
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < run.training.size(); ++i) {
    const std::string key = training_group(run.training[i].training);
    const auto [place, added] = places.try_emplace(key, groups.size());
    if (added) {
      groups.emplace_back();
      groups.back().group = key;
    }
    groups[place->second].rows.push_back(i);
  }
  for (auto& group : groups) summarize_group(run, group);
  return groups;
}

}  // namespace sweepmark::host
