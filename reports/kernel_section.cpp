#include "reports/kernel_section.hpp"

#include <fmt/format.h>

#include <set>

#include "analysis/configuration.hpp"
#include "analysis/roofline.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "reports/comparison_document.hpp"

namespace sweepmark::host {
namespace {

/// The settings any row of the group has, in order: one column each. One that is 0 in every row is
/// left out: 0 leaves the choice to the kernel, so there is nothing to read.
std::vector<std::string> setting_names(const RunFile& run, const GroupSummary& group) {
  std::set<std::string> names;
  for (const auto& row : group.rows)
    for (const auto& [name, value] : run.measurements[row.index].tuning)
      if (value != Value(std::int64_t{0})) names.insert(name);
  return {names.begin(), names.end()};
}

Emphasis outcome_emphasis(Outcome outcome) {
  switch (outcome) {
    case Outcome::measured:
      return Emphasis::plain;
    case Outcome::unsupported:
    case Outcome::skipped:
      return Emphasis::faint;
    default:
      return Emphasis::bad;
  }
}

Cell time_cell(const Measurement& m, const RowSummary& row) {
  if (m.outcome != Outcome::measured || !m.median_ns)
    return {std::string(to_string(m.outcome)), outcome_emphasis(m.outcome)};
  return {format_duration(*m.median_ns), row.best ? Emphasis::strong : Emphasis::plain,
          m.median_ns};
}

Cell spread_cell(const Measurement& m, const RowSummary& row) {
  if (m.outcome != Outcome::measured) return {};
  if (!row.half_width) return {"n/a", Emphasis::faint};
  return {fmt::format("±{}", format_percent(row.half_width)), Emphasis::plain, row.half_width};
}

/// A rate is "n/a" where the operation count is 0 or unknown, never 0 or infinite.
Cell rate_cell(const Measurement& m, const std::optional<double>& rate, bool best) {
  if (m.outcome != Outcome::measured) return {};
  if (!rate) return {"n/a", Emphasis::faint};
  return {format_number(rate, 4), best ? Emphasis::strong : Emphasis::plain, rate};
}

Cell share_cell(const RowSummary& row) {
  if (!row.relative) return {};
  const double share = 1 / *row.relative;
  Cell cell{format_percent(share), row.best ? Emphasis::strong : Emphasis::plain, share, share};
  return cell;
}

Cell roofline_cell(const Measurement& m, const RunHeader& header) {
  std::optional<double> fraction = m.roofline_fraction;
  if (!fraction)
    if (const auto r = roofline(m, header)) fraction = r->fraction;
  if (!fraction || m.outcome != Outcome::measured) return {};
  return {format_percent(fraction), Emphasis::plain, fraction};
}

Cell note_cell(const Measurement& m, const RowSummary& row, bool anything_to_beat) {
  std::vector<std::string> words;
  if (row.best && anything_to_beat) words.emplace_back("best");
  if (row.tied && !row.best) words.emplace_back("tied with the best");
  words.insert(words.end(), row.flags.begin(), row.flags.end());
  if (!m.notes.empty()) words.emplace_back("see note");
  if (m.stopped_by == StoppedBy::budget && row.half_width && *row.half_width > 0.01)
    words.emplace_back("budget");
  return {join(words, ", "), row.best ? Emphasis::good : Emphasis::plain};
}

Cell threads_cell(const Measurement& m) {
  if (!m.threads_used || *m.threads_used == m.problem.threads) return {};
  return {std::to_string(*m.threads_used), Emphasis::plain, static_cast<double>(*m.threads_used)};
}

std::vector<Column> kernel_columns(const std::vector<std::string>& settings) {
  std::vector<Column> columns{{"kernel", Align::left}};
  for (const auto& name : settings) columns.push_back({name, Align::right});
  columns.insert(
      columns.end(),
      {{"threads used", Align::right, "where it differs from the threads asked for", 1},
       {"time/call", Align::right, "median over all samples"},
       {"±", Align::right, "half-width of the median's 95% interval"},
       {"samples", Align::right, "", 3},
       {"GFLOP/s", Align::right, "nominal operations over the median time"},
       {"GB/s", Align::right, "nominal bytes over the median time", 4},
       {"of best", Align::left, "rate relative to the fastest comparable row"},
       {"of roofline", Align::right, "rate relative to min(peak, intensity x bandwidth)"},
       {"vs baseline", Align::right, "own time / baseline time, with its 95% interval"},
       {"verdict", Align::left, "against the baseline"},
       {"error", Align::right, "worst error in units of the pass limit", 2},
       {"note", Align::left}});
  return columns;
}

void add_remarks(RemarkList& remarks, const Measurement& m, const RowSummary& row) {
  const std::string label = to_text(configuration_of(m));
  for (const auto& sentence : row.explanations) remarks.add(label, sentence);
  for (const auto& note : m.notes) remarks.add(label, note);
  if (m.outcome != Outcome::measured)
    remarks.add(label, fmt::format("{}: {}", to_string(m.outcome),
                                   m.reason.value_or("no reason was recorded")));
}

bool shows_bandwidth(const Measurement& m) {
  return m.problem.operation == Operation::read || m.problem.operation == Operation::triad;
}

}  // namespace

std::string group_title(const Measurement& m) {
  if (m.operation == imported_operation) return m.group;
  return fmt::format("{} {}, {}, {} thread{}, {}{}", m.operation, dimensions_label(m.problem),
                     to_string(m.problem.dtype), m.problem.threads,
                     m.problem.threads == 1 ? "" : "s", to_string(m.cache),
                     m.device == "cpu" ? "" : ", " + m.device);
}

ComparedById by_id(const Comparison* comparison) {
  ComparedById rows;
  if (comparison)
    for (const auto& row : comparison->rows) rows.emplace(row.id, &row);
  return rows;
}

Section kernel_section(const RunFile& run, const GroupSummary& group,
                       const ComparedById& compared) {
  Section section;
  section.title = group_title(run.measurements[group.rows.front().index]);
  const auto settings = setting_names(run, group);
  section.columns = kernel_columns(settings);
  RemarkList remarks;
  for (const auto& row : group.rows) {
    const Measurement& m = run.measurements[row.index];
    const bool measured = m.outcome == Outcome::measured;
    Row cells{{m.kernel, row.best ? Emphasis::strong : Emphasis::plain}};
    for (const auto& name : settings) {
      const auto value = m.tuning.find(name);
      if (value == m.tuning.end())
        cells.emplace_back();
      else if (std::holds_alternative<std::string>(value->second))
        cells.push_back({to_text(value->second)});
      else
        cells.push_back({to_text(value->second), Emphasis::plain, as_real(value->second, name)});
    }
    cells.push_back(threads_cell(m));
    cells.push_back(time_cell(m, row));
    cells.push_back(spread_cell(m, row));
    cells.push_back(measured ? Cell{std::to_string(m.samples_ns.size()), Emphasis::plain,
                                    static_cast<double>(m.samples_ns.size())}
                             : Cell{});
    const bool imported = m.operation == imported_operation;
    cells.push_back(imported || shows_bandwidth(m) ? Cell{} : rate_cell(m, m.gflops, row.best));
    cells.push_back(shows_bandwidth(m) ? rate_cell(m, m.gbytes_per_second, row.best) : Cell{});
    cells.push_back(share_cell(row));
    cells.push_back(roofline_cell(m, run.header));
    const auto against = compared.find(m.id);
    if (against == compared.end()) {
      cells.emplace_back();
      cells.emplace_back();
    } else {
      const ComparedRow& c = *against->second;
      cells.push_back({ratio_text(c), Emphasis::plain, c.ratio});
      cells.push_back({std::string(to_string(c.verdict)), verdict_emphasis(c.verdict)});
      if (!c.note.empty()) remarks.add(to_text(configuration_of(m)), c.note);
    }
    cells.push_back(m.bound_error
                        ? Cell{format_number(m.bound_error, 2), Emphasis::plain, m.bound_error}
                        : Cell{});
    cells.push_back(note_cell(m, row, group.rows.size() > 1));
    section.rows.push_back(std::move(cells));
    section.commands.push_back(m.reproduce);
    add_remarks(remarks, m, row);
  }
  drop_empty_columns(section);
  section.remarks = remarks.lines();
  return section;
}

}  // namespace sweepmark::host
