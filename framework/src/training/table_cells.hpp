// Lines and cells of delimited text.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sweepmark::host {

struct Line {
  std::int64_t number = 1;
  std::string_view text;
};

/// The lines that hold more than blanks, without their LF, CRLF or CR.
std::vector<Line> lines_of(std::string_view text);

/// '\t', ';', ',' or ' ' (runs of blanks): the first of these in `line` outside quotes.
char separator_of(std::string_view line);

/// The cells, trimmed and without quotes; nothing when a quote is not closed.
std::optional<std::vector<std::string>> cells_of(std::string_view line, char separator);

/// Whether the cell begins like a name: not a number, nor how missing and special numbers are
/// written (NA, nan, inf, null, none).
bool looks_like_name(std::string_view cell);

/// What is wrong with a cell that should be a number, or nothing; the value when all is well.
std::optional<std::string> cell_problem(std::string_view cell, double& value);

}  // namespace sweepmark::host
