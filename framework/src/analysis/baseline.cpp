// compare_inside: every row against the baseline of its group, paired by round.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/compared_sides.hpp"
#include "analysis/configuration.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

namespace sweepmark::host {
namespace {

/// A row that may be compared: its side, what groups it, what makes it a baseline, its settings.
struct Entry {
  ComparedSide side;
  std::string question, kernel;
  Settings tuning;
};

std::vector<Entry> entries_of(const RunFile& run) {
  std::vector<Entry> entries;
  auto sides = sides_of(run);
  for (std::size_t i = 0; i < run.measurements.size(); ++i) {
    const Measurement& m = run.measurements[i];
    entries.push_back({std::move(sides[i]), fmt::format("{}|{}", m.group, contract_label(m)),
                       m.kernel, m.tuning});
  }
  for (std::size_t i = 0; i < run.training.size(); ++i) {
    const TrainingCase& c = run.training[i].training;
    entries.push_back({std::move(sides[run.measurements.size() + i]),
                       fmt::format("{}|{}|seed:{}", c.dataset, to_string(c.model), c.seed),
                       training_group(c), c.hyperparameters});
  }
  return entries;
}

bool is_baseline(const Entry& entry, const std::string& baseline) {
  return entry.kernel == baseline || glob_match(baseline, entry.kernel) ||
         glob_match(baseline, entry.side.id) || entry.kernel.ends_with("@" + baseline);
}

std::string without_alias(const std::string& kernel) { return kernel.substr(0, kernel.find('@')); }

/// The baseline row that answers for `entry`: the same kernel's other build with the same settings,
/// any baseline row with the same settings, else the fastest.
const Entry* partner_of(const Entry& entry, const std::vector<const Entry*>& candidates) {
  const Entry* best = nullptr;
  int best_score = -1;
  for (const Entry* c : candidates) {
    const int score = (without_alias(c->kernel) == without_alias(entry.kernel) ? 2 : 0) +
                      (c->tuning == entry.tuning ? 1 : 0);
    const bool faster = best && score == best_score && *c->side.median_ns < *best->side.median_ns;
    if (score > best_score || faster) {
      best = c;
      best_score = score;
    }
  }
  return best;
}

ComparedRow compare_paired(const Entry& baseline, const Entry& contender,
                           const CompareOptions& options, double margin, double confidence) {
  const auto ratio = paired_ratio({*baseline.side.samples_ns, *baseline.side.rounds},
                                  {*contender.side.samples_ns, *contender.side.rounds}, confidence);
  if (!ratio) {
    CompareOptions corrected = options;
    corrected.confidence = confidence;
    ComparedRow row = compare_sides(baseline.side, contender.side, corrected, margin);
    row.baseline_id = baseline.side.id;
    if (row.note.empty()) row.note = "no shared rounds: ratio of medians";
    return row;
  }
  ComparedRow row;
  row.id = contender.side.id;
  row.baseline_id = baseline.side.id;
  row.baseline_ns = baseline.side.median_ns;
  row.contender_ns = contender.side.median_ns;
  row.baseline_samples = row.contender_samples = ratio->pairs;
  row.ratio = ratio->value;
  row.interval = ratio->interval;
  row.verdict = verdict_of(row.interval, margin);
  if (!row.interval) row.note = fmt::format("{} shared rounds are too few", ratio->pairs);
  return row;
}

}  // namespace

Comparison compare_inside(const RunFile& run, const std::string& baseline,
                          const CompareOptions& options) {
  const auto entries = entries_of(run);
  std::map<std::string, std::vector<const Entry*>> baselines;
  std::set<const Entry*> is_base;
  std::vector<std::string> kernels;
  for (const auto& entry : entries) {
    kernels.push_back(entry.kernel);
    if (!is_baseline(entry, baseline)) continue;
    is_base.insert(&entry);
    if (unusable_reason(entry.side).empty()) baselines[entry.question].push_back(&entry);
  }
  if (is_base.empty())
    throw Error(fmt::format("--baseline {}: no row of {} matches{}", baseline,
                            run.path.empty() ? "the run" : run.path,
                            did_you_mean(baseline, kernels)));

  Comparison result;
  result.baseline = baseline;
  result.contender = "every other row of its group";
  result.notes = run.notes;
  std::vector<std::pair<const Entry*, const Entry*>> pairs;
  for (const auto& entry : entries) {
    if (is_base.contains(&entry) ||
        (!options.filter.empty() && !glob_match(options.filter, entry.side.id)))
      continue;
    const auto candidates = baselines.find(entry.question);
    if (auto reason = unusable_reason(entry.side); !reason.empty())
      result.incomparable.push_back({std::string(entry.side.id), std::move(reason)});
    else if (candidates == baselines.end())
      result.incomparable.push_back(
          {std::string(entry.side.id), "its group has no measured baseline row"});
    else
      pairs.emplace_back(partner_of(entry, candidates->second), &entry);
  }
  std::vector<std::vector<double>> log_ratios;
  for (const auto& [base, contender] : pairs)
    log_ratios.push_back(paired_log_ratios({*base->side.samples_ns, *base->side.rounds},
                                           {*contender->side.samples_ns, *contender->side.rounds}));
  result.noise_floor = floor_inside(run, log_ratios);
  result.margin = std::max(options.margin, result.noise_floor.value.value_or(0));
  const double confidence =
      1 - (1 - options.confidence) / static_cast<double>(std::max<std::size_t>(1, pairs.size()));
  for (const auto& [base, contender] : pairs)
    result.rows.push_back(compare_paired(*base, *contender, options, result.margin, confidence));
  result.geomean = geometric_mean(result.rows);
  return result;
}

}  // namespace sweepmark::host
