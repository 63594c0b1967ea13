// One value of an axis, and a named set of them.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <variant>

namespace sweepmark::host {

using Value = std::variant<std::int64_t, double, std::string>;
/// Sorted by name, so that its text is canonical.
using Settings = std::map<std::string, Value>;

/// The value as a user would type it: 64, 0.5, f32.
std::string to_text(const Value& value);

/// The number behind an integer or a real; throws Error naming `what` for a string.
double as_real(const Value& value, const std::string& what);
/// The integer; a real is accepted when it is whole. Throws Error naming `what`.
std::int64_t as_integer(const Value& value, const std::string& what);

}  // namespace sweepmark::host
