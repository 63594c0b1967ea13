// Sections as Markdown (GitHub's tables).
#include <fmt/format.h>

#include "reports/display_text.hpp"
#include "reports/render_document.hpp"

namespace sweepmark::host {
namespace {

/// Names show as they are: no table, emphasis, link or tag begins in one.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : without_controls(text)) {
    if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '&')
      out += "&amp;";
    else if (c == '|' || c == '\\' || c == '`' || c == '*' || c == '_' || c == '[' || c == ']' ||
             c == '#')
      (out += '\\') += c;
    else
      out += c;
  }
  return out;
}

/// A code span whose fence is longer than any run of backticks inside.
std::string code_span(const std::string& text) {
  std::size_t longest = 0, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  const char* pad = longest > 0 ? " " : "";
  return fence + pad + without_controls(text) + pad + fence;
}

void append_table(std::string& out, const Section& section) {
  std::string rule = "|";
  out += "|";
  for (const auto& column : section.columns) {
    out += fmt::format(" {} |", escaped(column.title));
    rule += column.align == Align::right ? " ---: |" : " :--- |";
  }
  out += "\n" + rule + "\n";
  for (const auto& row : section.rows) {
    out += "|";
    for (const auto& cell : row) {
      const std::string text = escaped(cell.text);
      out += cell.emphasis == Emphasis::strong && !text.empty() ? fmt::format(" **{}** |", text)
                                                                : fmt::format(" {} |", text);
    }
    out += "\n";
  }
}

void append_list(std::string& out, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  out += "\n";
  for (const auto& line : lines) out += fmt::format("- {}\n", escaped(line));
}

}  // namespace

std::string document_markdown(const Document& document) {
  std::string out = fmt::format("# {}\n", escaped(document.title));
  append_list(out, document.preamble);
  for (const auto& section : document.sections) {
    out += fmt::format("\n## {}\n\n", escaped(section.title));
    if (!section.subtitle.empty()) out += escaped(section.subtitle) + "\n\n";
    if (!section.rows.empty()) append_table(out, section);
    append_list(out, section.answers);
    append_list(out, section.remarks);
    if (!section.commands.empty()) {
      out += "\n<details><summary>Commands that reproduce each row</summary>\n\n";
      for (const auto& command : section.commands)
        if (!command.empty()) out += fmt::format("- {}\n", code_span(command));
      out += "\n</details>\n";
    }
  }
  append_list(out, document.closing);
  return out;
}

}  // namespace sweepmark::host
