#include "training/table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"
#include "training/file_content.hpp"
#include "training/table_cells.hpp"

namespace sweepmark::host {
namespace {

[[noreturn]] void fail(const std::string& file, std::int64_t line, const std::string& what) {
  throw Error(fmt::format("{}: line {}: {}", file, line, what));
}

std::vector<std::string> cells_or_throw(const std::string& file, const Line& line, char separator) {
  auto cells = cells_of(line.text, separator);
  if (!cells) fail(file, line.number, "a quote is not closed");
  return *cells;
}

const char* describe(char separator) {
  switch (separator) {
    case '\t':
      return "tabs";
    case ';':
      return "semicolons";
    case ',':
      return "commas";
    default:
      return "blanks";
  }
}

// Takes the first line off when it is a header. True when it is separated like the rows, so that
// its count of names is the count of columns.
bool take_header(Table& table, std::vector<Line>& lines, char separator) {
  table.names = cells_or_throw(table.file, lines[0], separator);
  const auto name = std::find_if(table.names.begin(), table.names.end(),
                                 [](const std::string& cell) { return looks_like_name(cell); });
  if (name == table.names.end()) {
    table.names.clear();
    return false;
  }
  const char own = separator_of(lines[0].text);
  if (own == separator) {
    table.notes.push_back(
        fmt::format("line {} is a header: '{}' is a name", lines[0].number, *name));
  } else {
    table.notes.push_back(fmt::format("line {} is a header separated by {}, the rows by {}",
                                      lines[0].number, describe(own), describe(separator)));
    table.names = cells_or_throw(table.file, lines[0], own);
  }
  lines.erase(lines.begin());
  return own == separator;
}

void read_row(Table& table, const Line& line, char separator, const std::string& expected_like) {
  const auto cells = cells_or_throw(table.file, line, separator);
  const auto count = static_cast<std::int64_t>(cells.size());
  for (std::int64_t c = 0; c < std::min(count, table.columns); ++c) {
    double value = 0;
    if (const auto problem = cell_problem(cells[static_cast<std::size_t>(c)], value))
      fail(table.file, line.number, fmt::format("column {} {}", c + 1, *problem));
    table.values.push_back(value);
  }
  if (count != table.columns)
    fail(table.file, line.number,
         fmt::format("{} columns separated by {}; {} columns expected as in {}: '{}'", count,
                     describe(separator), table.columns, expected_like,
                     std::string(line.text.substr(0, 60))));
  table.lines.push_back(line.number);
  ++table.rows;
}

std::string_view without_mark(std::string_view text, const std::string& file) {
  if (text.starts_with("\xef\xbb\xbf")) return text.substr(3);
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    throw Error(fmt::format("{}: found UTF-16 text, expected UTF-8 or ASCII", file));
  if (const auto zero = text.substr(0, 4096).find('\0'); zero != std::string_view::npos)
    throw Error(
        fmt::format("{}: found a zero byte at offset {}, expected delimited text", file, zero));
  return text;
}

}  // namespace

Table parse_table(std::string_view text, const std::string& file) {
  Table table;
  table.file = file;
  auto lines = lines_of(without_mark(text, file));
  if (lines.empty()) throw Error(fmt::format("{}: found no data, expected rows of numbers", file));
  // The second line tells the separator: the first may be a header with another one.
  const char separator = separator_of(lines[lines.size() > 1 ? 1 : 0].text);
  const bool header_counts = take_header(table, lines, separator);
  if (lines.empty())
    throw Error(fmt::format("{}: found a header and no data, expected rows of numbers", file));
  const auto first = cells_or_throw(file, lines[0], separator);
  table.columns = static_cast<std::int64_t>((header_counts ? table.names : first).size());
  const std::string like =
      header_counts ? std::string("the header") : fmt::format("line {}", lines[0].number);
  for (const Line& line : lines) read_row(table, line, separator, like);
  if (static_cast<std::int64_t>(table.names.size()) != table.columns) table.names.clear();
  return table;
}

Table load_table(const std::string& path) {
  const FileContent content = read_file(path);
  Table table = parse_table(content.text, path);
  table.sha1 = content.sha1;
  table.bytes = content.bytes;
  return table;
}

std::int64_t find_column(const Table& table, const std::string& target) {
  if (target.empty()) return table.columns - 1;
  const auto name = std::find(table.names.begin(), table.names.end(), target);
  if (name != table.names.end()) return name - table.names.begin();
  if (const auto number = parse_integer(target); number && *number >= 1 && *number <= table.columns)
    return *number - 1;
  throw Error(fmt::format("{}: no column '{}'; expected 1 to {}{}{}", table.file, target,
                          table.columns,
                          table.names.empty() ? "" : " or one of " + join(table.names, ", "),
                          did_you_mean(target, table.names)));
}

}  // namespace sweepmark::host
