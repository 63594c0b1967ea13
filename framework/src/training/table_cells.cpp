#include "training/table_cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/text.hpp"

namespace sweepmark::host {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

bool is_special_number(std::string_view cell) {
  if (!cell.empty() && (cell[0] == '-' || cell[0] == '+')) cell.remove_prefix(1);
  constexpr std::array<std::string_view, 8> words{"na",  "n/a",      "nan",  "inf",
                                                  "nil", "infinity", "null", "none"};
  return std::find(words.begin(), words.end(), lower(cell)) != words.end();
}

// Digits, one comma, digits: how half of Europe writes 0.5.
bool has_decimal_comma(std::string_view cell) {
  if (!cell.empty() && (cell[0] == '-' || cell[0] == '+')) cell.remove_prefix(1);
  const auto comma = cell.find(',');
  if (comma == std::string_view::npos || cell.find(',', comma + 1) != std::string_view::npos)
    return false;
  const auto digits = [](std::string_view s) { return std::all_of(s.begin(), s.end(), is_digit); };
  return cell.size() > 1 && digits(cell.substr(0, comma)) && digits(cell.substr(comma + 1));
}

}  // namespace

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  std::int64_t number = 1;
  while (!text.empty()) {
    const auto end = text.find_first_of("\r\n");
    const std::string_view line = text.substr(0, end);
    if (!std::all_of(line.begin(), line.end(), is_blank)) lines.push_back({number, line});
    if (end == std::string_view::npos) break;
    const bool crlf = text[end] == '\r' && end + 1 < text.size() && text[end + 1] == '\n';
    text.remove_prefix(end + (crlf ? 2 : 1));
    ++number;
  }
  return lines;
}

char separator_of(std::string_view line) {
  std::string bare;
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (!quoted) bare += c;
  }
  for (const char candidate : {'\t', ';', ','})
    if (trim(bare).find(candidate) != std::string_view::npos) return candidate;
  return ' ';
}

std::optional<std::vector<std::string>> cells_of(std::string_view line, char separator) {
  std::vector<std::string> cells;
  const std::string_view text = separator == ' ' ? trim(line) : line;
  std::size_t at = 0;
  const auto skip_blanks = [&] {
    while (at < text.size() && is_blank(text[at]) && text[at] != separator) ++at;
  };
  for (;;) {
    skip_blanks();
    std::string cell;
    if (at < text.size() && text[at] == '"') {
      for (++at;; ++at) {
        if (at >= text.size()) return std::nullopt;
        if (text[at] == '"' && !(at + 1 < text.size() && text[at + 1] == '"')) break;
        if (text[at] == '"') ++at;
        cell += text[at];
      }
      ++at;
      skip_blanks();
    }
    // What follows a closing quote stays in the cell, where it will not read as a number.
    while (at < text.size() && text[at] != separator && !(separator == ' ' && text[at] == '\t'))
      cell += text[at++];
    cells.emplace_back(trim(cell));
    if (at >= text.size()) return cells;
    ++at;
    while (separator == ' ' && at < text.size() && is_blank(text[at])) ++at;
  }
}

bool looks_like_name(std::string_view cell) {
  if (cell.empty() || is_special_number(cell)) return false;
  const char first = cell[0];
  return is_letter(first) || first == '_' || static_cast<unsigned char>(first) >= 0x80;
}

std::optional<std::string> cell_problem(std::string_view cell, double& value) {
  if (cell.empty()) return "is empty; expected a number";
  std::string_view digits = cell;
  if (digits.size() > 1 && digits[0] == '+' && digits[1] != '-') digits.remove_prefix(1);
  const char* end = digits.data() + digits.size();
  const auto result = std::from_chars(digits.data(), end, value);
  if (result.ptr == end && result.ec == std::errc::result_out_of_range)
    return fmt::format("is '{}', beyond the range of float64", cell);
  if (result.ptr == end && result.ec == std::errc{} && std::isfinite(value)) return std::nullopt;
  if (has_decimal_comma(cell))
    return fmt::format("is '{}', with a decimal comma; expected a decimal point", cell);
  return fmt::format("is '{}'; expected a number", cell);
}

}  // namespace sweepmark::host
