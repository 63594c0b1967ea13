// Conditions on a case: `where = ["block_width <= n", "dtype == f32"]`.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "record/value.hpp"

namespace sweepmark::host {

/// An expression over the names of a case: numbers, + - * / % ^, comparisons, && || !, min, max
/// and the other functions of muParser. Words (f32, cold, 'optimizer.adam') compare with == and !=.
class Constraint {
 public:
  /// `names` are the axes that may be used, `words` the texts their values may hold. Throws Error
  /// naming `place` and the expression: a syntax error with its column, an unknown name with the
  /// nearest one, a lone '='.
  Constraint(const std::string& expression, const std::string& place,
             const std::vector<std::string>& names, const std::vector<std::string>& words);
  ~Constraint();
  Constraint(Constraint&&) noexcept;
  Constraint& operator=(Constraint&&) noexcept;

  /// Whether the case with these values is kept. A constraint on an axis that the case does not
  /// have says nothing about it: kept. A result that is not a number (0/0) is not kept.
  bool holds(const Settings& values);

 private:
  struct Formula;  // keeps muParser in one file
  std::unique_ptr<Formula> formula_;
};

}  // namespace sweepmark::host
