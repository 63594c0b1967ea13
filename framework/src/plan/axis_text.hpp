// The text of axes: names with an optional [pow2], lists and ranges.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "plan/plan.hpp"

namespace sweepmark::host {

/// "size" or "size[pow2]": with pow2 the values written are exponents of two.
struct AxisName {
  std::string name;
  bool pow2 = false;
};

/// Throws Error naming `place`.
AxisName parse_axis_name(std::string_view text, const std::string& place);

/// One item, a number, a word or a range [first:last:step], appended to the axis. Throws Error
/// naming axis.place: an empty item, a step of 0, an exponent outside -62 .. 62, over a million
/// values.
void append_item(Axis& axis, bool pow2, std::string_view item);

/// A comma-separated list of items, with or without brackets around it.
void append_list(Axis& axis, bool pow2, std::string_view text);

/// "plan.toml:12: block_width: found 0, expected EXPECTED."
[[noreturn]] void refuse_value(const Axis& axis, const Value& value, const std::string& expected);

/// "plan.toml:12: block_width", the name left out where the place already holds it.
std::string where(const Axis& axis);

}  // namespace sweepmark::host
