// Sections as aligned text for a terminal or a log.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reports/display_text.hpp"
#include "reports/render_document.hpp"

namespace sweepmark::host {
namespace {

constexpr std::size_t gap = 2;
constexpr std::size_t bar_cells = 10;
constexpr std::size_t prose_width = 100;

/// A horizontal bar in eighths of a cell.
std::string bar_text(double fraction) {
  constexpr const char* eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const double clamped = std::isfinite(fraction) ? std::clamp(fraction, 0.0, 1.0) : 0.0;
  const auto units = static_cast<std::size_t>(std::lround(clamped * bar_cells * 8));
  std::string bar;
  for (std::size_t i = 0; i < units / 8; ++i) bar += "█";
  bar += eighths[units % 8];
  const std::size_t used = units / 8 + (units % 8 > 0 ? 1 : 0);
  return bar + std::string(bar_cells - used, ' ');
}

std::string cell_text(const Cell& cell) {
  const std::string text = without_controls(cell.text);
  return cell.bar ? fmt::format("{} {:>6}", bar_text(*cell.bar), text) : text;
}

std::string colored(const std::string& text, Emphasis emphasis, bool color) {
  if (!color || text.empty()) return text;
  switch (emphasis) {
    case Emphasis::strong:
      return "\x1b[1m" + text + "\x1b[0m";
    case Emphasis::good:
      return "\x1b[32m" + text + "\x1b[0m";
    case Emphasis::bad:
      return "\x1b[31m" + text + "\x1b[0m";
    case Emphasis::faint:
      return "\x1b[2m" + text + "\x1b[0m";
    case Emphasis::plain:
      break;
  }
  return text;
}

std::vector<std::size_t> column_widths(const Section& section) {
  std::vector<std::size_t> widths;
  for (const auto& column : section.columns) widths.push_back(display_width(column.title));
  for (const auto& row : section.rows)
    for (std::size_t c = 0; c < row.size(); ++c)
      widths[c] = std::max(widths[c], display_width(cell_text(row[c])));
  return widths;
}

/// The columns that fit: spare ones are left out, the most dispensable first.
std::vector<std::size_t> shown_columns(const Section& section,
                                       const std::vector<std::size_t>& widths, int room) {
  std::vector<std::size_t> shown;
  for (std::size_t c = 0; c < section.columns.size(); ++c) shown.push_back(c);
  const auto total = [&] {
    std::size_t sum = 0;
    for (const std::size_t c : shown) sum += widths[c] + gap;
    return sum;
  };
  while (room > 0 && total() > static_cast<std::size_t>(room) + gap) {
    const auto spare = std::max_element(shown.begin(), shown.end(), [&](auto a, auto b) {
      return section.columns[a].spare < section.columns[b].spare;
    });
    if (spare == shown.end() || section.columns[*spare].spare == 0) break;
    shown.erase(spare);
  }
  return shown;
}

void append_padded(std::string& line, const std::string& text, const std::string& shown,
                   std::size_t width, Align align, bool last) {
  const std::string padding(width - std::min(width, display_width(text)), ' ');
  if (align == Align::right) line += padding;
  line += shown;
  if (align == Align::left && !last) line += padding;
  if (!last) line.append(gap, ' ');
}

std::string table_text(const Section& section, const TableStyle& style) {
  const auto widths = column_widths(section);
  const auto shown = shown_columns(section, widths, style.width);
  std::string head, rule;
  for (const std::size_t c : shown) {
    const bool last = c == shown.back();
    const Column& column = section.columns[c];
    append_padded(head, column.title, colored(column.title, Emphasis::strong, style.color),
                  widths[c], column.align, last);
    for (std::size_t i = 0; i < widths[c]; ++i) rule += "─";
    if (!last) rule.append(gap, ' ');
  }
  std::string text = head + "\n" + colored(rule, Emphasis::faint, style.color) + "\n";
  for (const auto& row : section.rows) {
    for (const std::size_t c : shown) {
      const std::string plain = cell_text(row[c]);
      append_padded(text, plain, colored(plain, row[c].emphasis, style.color), widths[c],
                    section.columns[c].align, c == shown.back());
    }
    while (text.ends_with(' ')) text.pop_back();
    text += '\n';
  }
  return text;
}

void append_list(std::string& text, const std::vector<std::string>& lines, std::size_t width,
                 const char* bullet) {
  for (const auto& line : lines)
    text += wrapped(fmt::format("{}{}", bullet, without_controls(line)), width,
                    std::string(display_width(bullet), ' ')) +
            "\n";
}

}  // namespace

std::string document_text(const Document& document, const TableStyle& style) {
  const std::size_t width =
      style.width > 0 ? std::min<std::size_t>(prose_width, static_cast<std::size_t>(style.width))
                      : prose_width;
  std::string text =
      colored(without_controls(document.title), Emphasis::strong, style.color) + "\n";
  append_list(text, document.preamble, width, "");
  for (const auto& section : document.sections) {
    text += "\n" + colored(without_controls(section.title), Emphasis::strong, style.color);
    if (!section.subtitle.empty()) text += "  " + without_controls(section.subtitle);
    text += "\n\n";
    if (!section.rows.empty()) text += table_text(section, style);
    if (!section.answers.empty()) text += "\n";
    append_list(text, section.answers, width, "• ");
    if (!section.remarks.empty()) text += "\n";
    append_list(text, section.remarks, width, "  note: ");
    if (style.reproduce && !section.commands.empty()) {
      text += "\n";
      for (const auto& command : section.commands)
        if (!command.empty()) text += "  $ " + without_controls(command) + "\n";
    }
  }
  if (!document.closing.empty()) text += "\n";
  append_list(text, document.closing, width, "");
  return text;
}

}  // namespace sweepmark::host
