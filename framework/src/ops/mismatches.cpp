#include "ops/mismatches.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "base/units.hpp"

namespace sweepmark::host {

std::string value_text(double value, Dtype dtype) {
  return dtype == Dtype::f32 ? fmt::format("{}", static_cast<float>(value)) : shortest(value);
}

void Mismatches::add(std::int64_t row, std::int64_t column, double error, double found,
                     double expected) {
  if (count_++ == 0) {
    low_row_ = high_row_ = row;
    low_column_ = high_column_ = column;
  }
  low_row_ = std::min(low_row_, row);
  high_row_ = std::max(high_row_, row);
  low_column_ = std::min(low_column_, column);
  high_column_ = std::max(high_column_, column);
  if (!(error > error_)) return;
  error_ = error;
  row_ = row;
  column_ = column;
  found_ = found;
  expected_ = expected;
}

std::string Mismatches::describe(const std::string& name, std::int64_t checked, bool exact,
                                 Dtype dtype) const {
  const std::string size =
      exact ? " exactly" : fmt::format(", {} times the limit", format_number(error_));
  return fmt::format("{} of {} element(s) of {} wrong; {} {}({}, {}): found {}, expected {}{}",
                     count_, checked, name, exact ? "first" : "worst", name, row_, column_,
                     value_text(found_, dtype), shortest(expected_), size);
}

std::string Mismatches::edge_hint(std::int64_t rows, std::int64_t columns) const {
  if (count_ < 2) return {};
  if (low_column_ > 0 && high_column_ == columns - 1 && low_column_ >= columns / 2)
    return fmt::format("; all in columns {} to {}, the right edge", low_column_, high_column_);
  if (low_row_ > 0 && high_row_ == rows - 1 && low_row_ >= rows / 2)
    return fmt::format("; all in rows {} to {}, the lower edge", low_row_, high_row_);
  return {};
}

}  // namespace sweepmark::host
