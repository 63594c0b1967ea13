// The product of a sweep's axes, zipped axes advancing together.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "plan/plan.hpp"

namespace sweepmark::host {

/// One value of one axis; both live in the sweep.
struct Choice {
  const Axis* axis = nullptr;
  const Value* value = nullptr;
};

/// One value for each axis that matters.
using Combination = std::vector<Choice>;

/// The value chosen for an axis, or null.
const Value* find_choice(const Combination& combination, std::string_view axis);

const Axis* find_axis(const std::vector<Axis>& axes, std::string_view name);

/// Throws Error: an empty axis, an axis given twice, a zip of unequal lengths, of an axis that the
/// sweep does not have or that another zip holds.
void check_axes(const Sweep& sweep);

/// Takes the axis out of its zip; a zip of one is none.
void leave_zips(Sweep& sweep, const std::string& name);

/// The combinations of the axes that matter to one kernel; the first axis varies slowest.
class Combinations {
 public:
  /// `matters` drops whole axes, `allows` single values (a zip then loses that row). Equal rows
  /// that remain are one row. The sweep must outlive this object.
  Combinations(const Sweep& sweep, const std::function<bool(const Axis&)>& matters,
               const std::function<bool(const Axis&, const Value&)>& allows);

  /// How many there are, before constraints; a real, because it may exceed any integer.
  double count() const;

  void for_each(const std::function<void(const Combination&)>& visit) const;

 private:
  std::vector<std::vector<Combination>> dimensions_;  // each a list of rows
};

}  // namespace sweepmark::host
