// Sections as HTML: sortable tables, answers, remarks, a command to copy on every row.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "reports/html_sections.hpp"
#include "reports/render_document.hpp"

namespace sweepmark::host {

std::string html_escaped(const std::string& text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        // NUL and other controls are no characters of HTML.
        out += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? ' ' : c;
    }
  return out;
}

std::string html_list(const std::vector<std::string>& lines, const char* style) {
  if (lines.empty()) return "";
  std::string out = fmt::format("<ul class=\"{}\">", style);
  for (const auto& line : lines) out += fmt::format("<li>{}</li>", html_escaped(line));
  return out + "</ul>\n";
}

namespace {

const char* class_of(Emphasis emphasis) {
  switch (emphasis) {
    case Emphasis::strong:
      return " strong";
    case Emphasis::good:
      return " good";
    case Emphasis::bad:
      return " bad";
    case Emphasis::faint:
      return " faint";
    case Emphasis::plain:
      break;
  }
  return "";
}

/// Long sentences wrap; names and numbers stay on one line.
bool wraps(const Column& column, const Cell& cell) {
  return column.align == Align::left && cell.text.size() > 14 && cell.text.find(' ') < 28;
}

void append_cell(std::string& out, const Column& column, const Cell& cell) {
  const char* side = column.align == Align::left && !cell.bar ? " left" : "";
  out += fmt::format("<td class=\"{}{}{}{}\"", cell.bar ? "bar" : "", side,
                     wraps(column, cell) ? " wrap" : "", class_of(cell.emphasis));
  if (cell.value && std::isfinite(*cell.value))
    out += fmt::format(" data-value=\"{}\"", shortest(*cell.value));
  if (cell.bar) {
    const double share = std::isfinite(*cell.bar) ? std::clamp(*cell.bar, 0.0, 1.0) : 0.0;
    out += fmt::format("><span style=\"--share:{:.1f}%\">{}</span></td>", share * 100,
                       html_escaped(cell.text));
  } else {
    out += fmt::format(">{}</td>", html_escaped(cell.text));
  }
}

void append_head(std::string& out, const Section& section, bool commands) {
  out += "<thead><tr>";
  for (const auto& column : section.columns) {
    const std::string help =
        column.help.empty() ? "" : fmt::format(" title=\"{}\"", html_escaped(column.help));
    const std::string title = column.title.empty() ? "mark" : column.title;
    out += fmt::format("<th scope=\"col\" class=\"{}\"{}><button type=\"button\">{}</button></th>",
                       column.align == Align::left ? "left" : "", help, html_escaped(title));
  }
  if (commands) out += "<th scope=\"col\"><span class=\"plain\">command</span></th>";
  out += "</tr></thead>\n";
}

}  // namespace

std::string html_table(const Section& section, std::size_t most_rows) {
  const bool commands = std::any_of(section.commands.begin(), section.commands.end(),
                                    [](const std::string& command) { return !command.empty(); });
  std::string out = fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table>\n",
      html_escaped(section.title));
  out += fmt::format("<caption>{}</caption>", html_escaped(section.subtitle));
  append_head(out, section, commands);
  out += "<tbody>\n";
  const std::size_t shown = std::min(section.rows.size(), most_rows);
  for (std::size_t r = 0; r < shown; ++r) {
    out += "<tr>";
    for (std::size_t c = 0; c < section.columns.size(); ++c)
      append_cell(out, section.columns[c], section.rows[r][c]);
    if (commands && section.commands[r].empty()) out += "<td></td>";
    if (commands && !section.commands[r].empty()) {
      const std::string command = html_escaped(section.commands[r]);
      out += fmt::format(
          "<td><button type=\"button\" class=\"copy\" data-command=\"{}\" title=\"{}\" "
          "aria-label=\"copy the command of this row\">copy</button></td>",
          command, command);
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string html_sections(const std::vector<Section>& sections, std::size_t& rows_left) {
  std::string out;
  std::size_t rows_cut = 0, sections_cut = 0;
  for (const auto& section : sections) {
    if (rows_left == 0) {
      ++sections_cut;
      rows_cut += section.rows.size();
      continue;
    }
    const std::size_t shown = std::min(rows_left, section.rows.size());
    out += fmt::format("<section class=\"card\"><h3>{}</h3>\n", html_escaped(section.title));
    if (!section.rows.empty()) out += html_table(section, shown);
    if (shown < section.rows.size())
      out += fmt::format("<p class=\"note\">{} of {} rows; all are in the CSV.</p>\n", shown,
                         section.rows.size());
    out += html_list(section.answers, "answers");
    out += html_list(section.remarks, "remarks");
    out += "</section>\n";
    rows_left -= shown;
  }
  if (sections_cut > 0)
    out += fmt::format(
        "<p class=\"note\">Thinned: {} more tables with {} rows are left out, so that "
        "this page stays usable; all rows are in the CSV and the JSON.</p>\n",
        sections_cut, rows_cut);
  return out;
}

}  // namespace sweepmark::host
