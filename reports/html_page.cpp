// The self-contained page: style, script, Chart.js and data inlined; nothing is fetched.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "base/units.hpp"
#include "reports/comparison_document.hpp"
#include "reports/html_assets.hpp"
#include "reports/html_chart_json.hpp"
#include "reports/html_sections.hpp"
#include "reports/render_document.hpp"
#include "reports/report.hpp"
#include "reports/run_document.hpp"

namespace sweepmark::host {
namespace {

/// More table rows than this make a page slow to scroll; more strips make its list useless.
constexpr std::size_t most_rows = 2000;
constexpr std::size_t most_strips = 400;
constexpr std::size_t most_strip_samples = 300;

/// JSON inside <script>: no "</script>" or "<!--" may appear in it.
std::string script_safe(const std::string& json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  return out;
}

struct PageParts {
  std::string title;
  std::string head;    // under the title
  std::string tables;  // the sections
  std::vector<std::string> links;
  Json charts = Json::array(), strips = Json::array();
  std::vector<std::string> notes;
};

std::string page_text(const PageParts& parts) {
  const bool has_charts = !parts.charts.empty() || !parts.strips.empty();
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<link rel=\"icon\" href=\"data:,\">\n";
  out += fmt::format("<title>{}</title>\n<style>\n", html_escaped(parts.title));
  out += page_style();
  out += "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the report</a>\n";
  out += fmt::format(
      "<header class=\"page\"><div class=\"wide\"><div class=\"headline\"><h1>{}</h1>"
      "<button type=\"button\" id=\"theme\" class=\"theme\">Dark theme</button></div>\n{}</div>"
      "</header>\n<nav aria-label=\"Parts of the report\"><div class=\"wide\">",
      html_escaped(parts.title), parts.head);
  if (has_charts) out += "<a href=\"#chart-part\">Charts</a>";
  out += join(parts.links, "");
  out += "</div></nav>\n<main id=\"main\" class=\"wide\">\n";
  for (const auto& note : parts.notes)
    out += fmt::format("<p class=\"note\">{}</p>\n", html_escaped(note));
  if (has_charts) {
    out += "<h2 id=\"chart-part\">Charts</h2>\n";
    if (chart_library().empty())
      out +=
          "<p class=\"note\">Charts are left out: this build found no Chart.js (Debian's package "
          "libjs-chart.js). The tables below hold every number.</p>\n";
    else
      out += "<div id=\"charts\" class=\"charts\"></div>\n";
  }
  out += parts.tables;
  out +=
      "</main>\n<footer class=\"wide\">Made by sweepmark. This page needs no network.</footer>\n";
  out += "<script type=\"application/json\" id=\"report-data\">";
  out += script_safe(to_line({{"charts", parts.charts}, {"strips", parts.strips}}));
  out += "</script>\n<script>\n";
  out += chart_library();
  out += "\n</script>\n<script>\n";
  out += page_script();
  out += "</script>\n</body>\n</html>\n";
  return out;
}

struct Unit {
  double scale;
  const char* name;
};

Unit unit_for(double nanoseconds) {
  if (nanoseconds >= 1e9) return {1e9, "s"};
  if (nanoseconds >= 1e6) return {1e6, "ms"};
  if (nanoseconds >= 1e3) return {1e3, "us"};
  return {1, "ns"};
}

Json strip_json(const std::string& name, const std::vector<double>& samples, double middle) {
  const Unit unit = unit_for(middle);
  Json values = Json::array();
  const std::size_t n = samples.size(), shown = std::min(n, most_strip_samples);
  for (std::size_t i = 0; i < shown; ++i)
    values.push_back(
        number_or_null(samples[shown < 2 ? i : i * (n - 1) / (shown - 1)] / unit.scale));
  return {
      {"name", name}, {"unit", unit.name}, {"median", middle / unit.scale}, {"samples", values}};
}

void add_strips(PageParts& parts, const ChartedRun& charted, std::size_t& left_out) {
  for (const auto& m : charted.run->measurements) {
    if (m.samples_ns.size() < 2 || !m.median_ns || m.outcome != Outcome::measured) continue;
    if (parts.strips.size() >= most_strips) {
      ++left_out;
      continue;
    }
    parts.strips.push_back(strip_json(series_name(charted, m.id), m.samples_ns, *m.median_ns));
  }
}

std::string machine_card(const RunFile& run, const Document& document) {
  return fmt::format("<div class=\"card\"><h3>{}</h3><div class=\"soft small\">{}</div>{}</div>\n",
                     html_escaped(document.title), html_escaped(run.path),
                     html_list(document.preamble, "facts"));
}

/// Hosts name the machines; the file where two runs share one.
std::vector<std::string> machine_names(const std::vector<RunFile>& runs) {
  std::vector<std::string> names;
  if (runs.size() == 1) return {""};
  for (const auto& run : runs) {
    const std::string& host = run.header.environment.host;
    const auto same = std::count_if(runs.begin(), runs.end(), [&](const RunFile& other) {
      return other.header.environment.host == host;
    });
    names.push_back(same == 1 && !host.empty() ? host : run.path.substr(run.path.rfind('/') + 1));
  }
  return names;
}

}  // namespace

std::string render_html(const std::vector<RunFile>& runs, const Comparison* against) {
  PageParts parts;
  const auto names = machine_names(runs);
  std::vector<Analysis> analyses;
  analyses.reserve(runs.size());
  std::vector<ChartedRun> charted;
  std::size_t rows_left = most_rows, strips_left_out = 0;
  std::string cards;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    analyses.push_back(analyze(runs[i]));
    charted.push_back({&runs[i], &analyses.back(), names[i]});
    const Document document =
        run_document(runs[i], analyses.back(), runs.size() == 1 ? against : nullptr);
    cards += machine_card(runs[i], document);
    const std::string anchor = fmt::format("tables-{}", i + 1);
    const std::string heading = names[i].empty() ? "Tables" : "Tables: " + names[i];
    parts.links.push_back(fmt::format("<a href=\"#{}\">{}</a>", anchor, html_escaped(heading)));
    parts.tables += fmt::format("<h2 id=\"{}\">{}</h2>\n", anchor, html_escaped(heading));
    parts.tables += html_sections(document.sections, rows_left);
    parts.tables += html_list(document.closing, "remarks");
    add_strips(parts, charted.back(), strips_left_out);
  }
  parts.title = runs.size() == 1 && !runs[0].header.plan.empty()
                    ? fmt::format("{}, measured by sweepmark", runs[0].header.plan)
                    : fmt::format("{} runs, measured by sweepmark", runs.size());
  parts.head = fmt::format("<div class=\"machines\" style=\"margin-top:1.2rem\">{}</div>", cards);
  for (const auto& chart : kernel_charts(charted)) parts.charts.push_back(to_json(chart));
  for (const auto& chart : training_charts(charted)) parts.charts.push_back(to_json(chart));
  if (strips_left_out > 0)
    parts.notes.push_back(
        fmt::format("Thinned: samples of {} more cases are in the JSON and not on this page.",
                    strips_left_out));
  return page_text(parts);
}

std::string render_html(const std::vector<CaseHistory>& histories) {
  PageParts parts;
  parts.title = "History, measured by sweepmark";
  const Document document = history_document(histories);
  parts.head = html_list(document.preamble, "facts");
  const auto charts = history_charts(histories);
  for (const auto& chart : charts) parts.charts.push_back(to_json(chart));
  if (charts.size() < histories.size())
    parts.notes.push_back(fmt::format("Trends of {} of {} cases; the tables hold all.",
                                      charts.size(), histories.size()));
  std::size_t rows_left = most_rows;
  parts.links.emplace_back("<a href=\"#tables\">Tables</a>");
  parts.tables = "<h2 id=\"tables\">Tables</h2>\n" + html_sections(document.sections, rows_left);
  return page_text(parts);
}

}  // namespace sweepmark::host
