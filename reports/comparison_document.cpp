#include "reports/comparison_document.hpp"

#include <fmt/format.h>

#include "base/units.hpp"
#include "reports/words.hpp"

namespace sweepmark::host {
namespace {

Cell time_cell(const std::optional<double>& nanoseconds) {
  if (!nanoseconds) return {"n/a", Emphasis::faint};
  return {format_duration(*nanoseconds), Emphasis::plain, nanoseconds};
}

Section rows_section(const Comparison& c) {
  Section section;
  section.title = fmt::format("{} against {}", c.contender, c.baseline);
  section.subtitle = "ratio = contender time / baseline time: above 1 is slower";
  section.columns = {{"case", Align::left},
                     {"baseline row", Align::left, "the row it is compared with", 2},
                     {"baseline", Align::right},
                     {"contender", Align::right},
                     {"ratio", Align::right},
                     {"95% interval", Align::right},
                     {"samples", Align::right, "baseline / contender, or shared rounds", 1},
                     {"verdict", Align::left},
                     {"note", Align::left}};
  for (const auto& row : c.rows) {
    const std::string interval = row.interval
                                     ? fmt::format("{} to {}", format_number(row.interval->low, 4),
                                                   format_number(row.interval->high, 4))
                                     : "n/a";
    section.rows.push_back({{row.id},
                            {row.baseline_id},
                            time_cell(row.baseline_ns),
                            time_cell(row.contender_ns),
                            {format_number(row.ratio, 4), Emphasis::plain, row.ratio},
                            {interval, row.interval ? Emphasis::plain : Emphasis::faint},
                            {row.baseline_id.empty() ? fmt::format("{} / {}", row.baseline_samples,
                                                                   row.contender_samples)
                                                     : fmt::format("{}", row.contender_samples)},
                            {std::string(to_string(row.verdict)), verdict_emphasis(row.verdict)},
                            {row.note}});
  }
  drop_empty_columns(section);
  section.answers = comparison_words(c);
  return section;
}

Section incomparable_section(const Comparison& c) {
  Section section;
  section.title = "not comparable";
  section.columns = {{"case", Align::left}, {"reason", Align::left}};
  for (const auto& row : c.incomparable) section.rows.push_back({{row.id}, {row.reason}});
  return section;
}

}  // namespace

Emphasis verdict_emphasis(Verdict verdict) {
  switch (verdict) {
    case Verdict::faster:
      return Emphasis::good;
    case Verdict::slower:
      return Emphasis::bad;
    case Verdict::equivalent:
      return Emphasis::plain;
    case Verdict::inconclusive:
      break;
  }
  return Emphasis::faint;
}

std::string ratio_text(const ComparedRow& row) {
  if (!row.interval) return format_number(row.ratio, 4);
  return fmt::format("{} [{}, {}]", format_number(row.ratio, 4),
                     format_number(row.interval->low, 4), format_number(row.interval->high, 4));
}

Document comparison_document(const Comparison& c) {
  Document document;
  document.title = fmt::format("Comparison: {} against {}", c.contender, c.baseline);
  document.preamble.push_back(
      fmt::format("noise floor {}: {}", format_percent(c.noise_floor.value), c.noise_floor.source));
  document.preamble.push_back(
      fmt::format("margin {}: a smaller difference is no difference", format_percent(c.margin)));
  if (c.differences.empty())
    document.preamble.emplace_back("machine, build and settings: nothing known differs");
  for (const auto& difference : c.differences)
    document.preamble.push_back(fmt::format("differs: {}", difference));
  for (const auto& note : c.notes) document.preamble.push_back(note);
  document.sections.push_back(rows_section(c));
  if (!c.incomparable.empty()) document.sections.push_back(incomparable_section(c));
  return document;
}

Document history_document(const std::vector<CaseHistory>& histories) {
  Document document;
  document.title = "History";
  if (histories.empty()) document.preamble.emplace_back("no measured case matches");
  for (const auto& history : histories) {
    Section section;
    section.title = history.id;
    section.subtitle = history.machine;
    section.columns = {{"started", Align::left},
                       {"version", Align::left, "", 2},
                       {"time", Align::right},
                       {"to first", Align::right, "time / the first run's"},
                       {"to last", Align::right, "time / the last run's"},
                       {"", Align::left},
                       {"file", Align::left, "", 1}};
    std::size_t changes = 0;
    for (const auto& p : history.points) {
      changes += p.change ? 1 : 0;
      section.rows.push_back(
          {{p.started},
           {p.version},
           time_cell(p.median_ns),
           {format_number(p.to_first, 4), Emphasis::plain, p.to_first},
           {format_number(p.to_last, 4), Emphasis::plain, p.to_last},
           {p.change ? fmt::format("change: from here {}", format_duration(p.level_ns)) : "",
            Emphasis::strong},
           {p.path}});
    }
    section.answers.push_back(
        history.points.size() < 4
            ? fmt::format("{} runs are too few to look for changes.", history.points.size())
            : fmt::format("{} runs, {} change{} of level.", history.points.size(), changes,
                          changes == 1 ? "" : "s"));
    drop_empty_columns(section);
    document.sections.push_back(std::move(section));
  }
  return document;
}

}  // namespace sweepmark::host
