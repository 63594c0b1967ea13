// A table of numbers from delimited text. The rules:
//  - Lines end in LF, CRLF or CR. A byte order mark is skipped. A line of blanks only is skipped.
//  - The separator is the first of tab, semicolon, comma that the second line (of one that is not
//    blank) holds, else runs of blanks. Blanks around a cell do not count. Cells may be in
//    "quotes".
//  - The first line is a header when one of its cells begins like a name: a header may be separated
//    by other means than the rows. It is skipped, and a note says so.
//  - Every other cell is a decimal number as C writes it. An empty cell, text, NA, nan, inf, a
//    hexadecimal number, a decimal comma, a number beyond float64, or another count of columns is
//    an error that names file, line, column and text.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sweepmark::host {

struct Table {
  std::string file;
  std::vector<std::string> names;  // empty without a header that fits the columns
  std::int64_t rows = 0, columns = 0;
  std::vector<double> values;       // row-major
  std::vector<std::int64_t> lines;  // the line each row came from, from 1
  std::vector<std::string> notes;
  std::string sha1;
  std::uint64_t bytes = 0;

  double at(std::int64_t row, std::int64_t column) const {
    return values[static_cast<std::size_t>(row * columns + column)];
  }
};

/// Reads the text by the rules above; `file` names it in errors. Throws Error.
Table parse_table(std::string_view text, const std::string& file);

/// The file, unpacked when it is gzip. Throws Error.
Table load_table(const std::string& path);

/// The column called or numbered (from 1) `target`; "" is the last. Throws Error with the nearest
/// name.
std::int64_t find_column(const Table& table, const std::string& target);

}  // namespace sweepmark::host
