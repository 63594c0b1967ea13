#include "analysis/group_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "analysis/configuration.hpp"
#include "analysis/ratio.hpp"
#include "analysis/sample_shape.hpp"
#include "base/units.hpp"

namespace sweepmark::host {
namespace {

/// Interval wider than this (either way, as a fraction) is said: the row's digits are not all real.
constexpr double wide_half_width = 0.05;
/// A call this few times longer than an empty one measures the boundary as much as the kernel.
constexpr double near_empty_call = 10;

bool is_ranked(const Measurement& m) {
  return m.outcome == Outcome::measured && m.median_ns && *m.median_ns > 0 &&
         m.operation != imported_operation;
}

void flag(RowSummary& row, const std::string& word, std::string sentence) {
  row.flags.push_back(word);
  row.explanations.push_back(std::move(sentence));
}

void add_flags(RowSummary& row, const Measurement& m) {
  if (!row.contract.empty())
    flag(row, row.contract, fmt::format("{}: not ranked against ordinary rows", row.contract));
  if (m.outcome != Outcome::measured) return;
  if (row.half_width && *row.half_width > wide_half_width)
    flag(row, "wide",
         fmt::format("the median's 95% interval is ±{} wide", format_percent(row.half_width)));
  else if (!m.samples_ns.empty() && !m.interval_ns)
    flag(row, "few samples",
         fmt::format("{} samples are too few for an interval", m.samples_ns.size()));
  if (m.empty_call_ns && m.median_ns && *m.median_ns < near_empty_call * *m.empty_call_ns)
    flag(row, "near empty call",
         fmt::format("a call takes {}, within 10x of an empty call ({})",
                     format_duration(*m.median_ns), format_duration(*m.empty_call_ns)));
  if (const auto modes = two_modes(m.samples_ns))
    flag(row, "two modes",
         fmt::format("two modes: {} and {} ({} of the samples)", format_duration(modes->low_ns),
                     format_duration(modes->high_ns), format_percent(modes->high_share)));
  if (const auto change = drift(m.samples_ns))
    flag(row, "drift",
         fmt::format("drift: the last third is {}{} against the first", *change > 0 ? "+" : "",
                     format_percent(change)));
  if (m.stopped_by == StoppedBy::interrupted)
    flag(row, "interrupted", "interrupted before its stopping rule held");
}

/// Marks best and ties among the rows of one contract.
void rank_contract(const RunFile& run, std::vector<RowSummary*>& rows) {
  const auto time = [&](const RowSummary* r) { return *run.measurements[r->index].median_ns; };
  const auto best = *std::min_element(rows.begin(), rows.end(),
                                      [&](auto* a, auto* b) { return time(a) < time(b); });
  best->best = best->tied = true;
  const auto others = static_cast<double>(std::max<std::size_t>(1, rows.size() - 1));
  for (RowSummary* row : rows) {
    row->relative = time(row) / time(best);
    if (row != best)
      row->tied =
          is_tied(run.measurements[best->index], run.measurements[row->index], 1 - 0.05 / others);
  }
}

/// Kernels by their best time, then settings ascending; rows without a time last.
void sort_rows(const RunFile& run, GroupSummary& group) {
  std::map<std::string, double> kernel_time;
  for (const auto& row : group.rows) {
    const Measurement& m = run.measurements[row.index];
    const double time = row.ranked ? *m.median_ns : std::numeric_limits<double>::infinity();
    const auto [it, added] = kernel_time.try_emplace(m.kernel, time);
    if (!added) it->second = std::min(it->second, time);
  }
  std::stable_sort(group.rows.begin(), group.rows.end(), [&](const auto& a, const auto& b) {
    const Measurement &x = run.measurements[a.index], &y = run.measurements[b.index];
    return std::forward_as_tuple(kernel_time[x.kernel], x.kernel, x.tuning) <
           std::forward_as_tuple(kernel_time[y.kernel], y.kernel, y.tuning);
  });
}

void rank_group(const RunFile& run, GroupSummary& group) {
  std::map<std::string, std::vector<RowSummary*>> contracts;
  for (auto& row : group.rows)
    if (row.ranked) contracts[row.contract].push_back(&row);
  for (auto& [contract, rows] : contracts) rank_contract(run, rows);
  for (std::size_t i = 0; i < group.rows.size(); ++i)
    if (group.rows[i].best && group.rows[i].contract.empty()) group.best = i;
}

}  // namespace

std::optional<double> relative_half_width(const Measurement& m) {
  if (!m.median_ns || !m.interval_ns || !(*m.median_ns > 0)) return std::nullopt;
  return (m.interval_ns->high - m.interval_ns->low) / 2 / *m.median_ns;
}

bool is_tied(const Measurement& best, const Measurement& contender, double confidence) {
  auto ratio = paired_ratio({best.samples_ns, best.rounds},
                            {contender.samples_ns, contender.rounds}, confidence);
  if (!ratio || !ratio->interval)
    ratio = unpaired_ratio(best.samples_ns, contender.samples_ns, confidence);
  // Without an interval nothing is told apart, and nothing is called equal either.
  return ratio && ratio->interval && ratio->interval->low <= 1;
}

std::vector<GroupSummary> summarize_groups(const RunFile& run) {
  std::vector<GroupSummary> groups;
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < run.measurements.size(); ++i) {
    const Measurement& m = run.measurements[i];
    const auto [place, added] = places.try_emplace(m.group, groups.size());
    if (added) groups.push_back({m.group, {}, {}});
    RowSummary row;
    row.index = i;
    row.ranked = is_ranked(m);
    row.half_width = relative_half_width(m);
    row.contract = contract_label(m);
    add_flags(row, m);
    groups[place->second].rows.push_back(std::move(row));
  }
  for (auto& group : groups) {
    sort_rows(run, group);
    rank_group(run, group);
  }
  return groups;
}

}  // namespace sweepmark::host
