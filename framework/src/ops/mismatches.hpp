// The elements of a matrix that failed, gathered into one sentence with the likeliest cause.
#pragma once
#include <cstdint>
#include <string>

#include "record/problem.hpp"

namespace sweepmark::host {

/// The shortest text that reads back as this value of `dtype`.
std::string value_text(double value, Dtype dtype);

/// Where and how badly elements of a rows x columns matrix differ.
class Mismatches {
 public:
  /// One wrong element; error in units of the limit.
  void add(std::int64_t row, std::int64_t column, double error, double found, double expected);

  std::int64_t count() const { return count_; }
  std::int64_t worst_row() const { return row_; }
  std::int64_t worst_column() const { return column_; }
  double worst_error() const { return error_; }
  double found() const { return found_; }

  /// "12 of 64 element(s) of C wrong; worst C(7, 3): found 2, expected 3, 5.1 times the limit".
  /// `checked` elements were compared; exact results have no limit.
  std::string describe(const std::string& name, std::int64_t checked, bool exact,
                       Dtype dtype) const;

  /// "; all in columns 96 to 99, the right edge" when all wrong elements lie at an edge, or "".
  /// One wrong element has no hint.
  std::string edge_hint(std::int64_t rows, std::int64_t columns) const;

 private:
  std::int64_t count_ = 0, row_ = 0, column_ = 0;
  double error_ = -1, found_ = 0, expected_ = 0;
  std::int64_t low_row_ = 0, high_row_ = 0, low_column_ = 0, high_column_ = 0;
};

}  // namespace sweepmark::host
