#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "plan/axis_text.hpp"

namespace sweepmark::host {
namespace {

constexpr std::size_t most_values = 1'000'000;
constexpr std::int64_t largest_exponent = 62;

Value parse_scalar(const Axis& axis, std::string_view text) {
  if (const auto integer = parse_integer(text)) return *integer;
  if (const auto real = parse_real(text)) {
    if (!std::isfinite(*real))
      throw Error(fmt::format("{}: found '{}', expected a finite number", where(axis), text));
    return *real;
  }
  return std::string(text);
}

Value power_of_two(const Axis& axis, const Value& exponent) {
  const auto* e = std::get_if<std::int64_t>(&exponent);
  if (!e || *e < -largest_exponent || *e > largest_exponent)
    refuse_value(axis, exponent,
                 fmt::format("an exponent of two from -{0} to {0}", largest_exponent));
  if (*e >= 0) return std::int64_t{1} << *e;
  return std::ldexp(1.0, static_cast<int>(*e));
}

void append_value(Axis& axis, bool pow2, const Value& value) {
  if (axis.values.size() >= most_values)
    throw Error(fmt::format("{}: found more than {} values", where(axis), most_values));
  axis.values.push_back(pow2 ? power_of_two(axis, value) : value);
}

struct Range {
  Value first, last, step;
};

Range parse_range(const Axis& axis, std::string_view item) {
  const auto parts = split(item.substr(1, item.size() - 2), ':');
  if (parts.size() < 2 || parts.size() > 3)
    throw Error(fmt::format("{}: found '{}', expected a range [first:last] or [first:last:step]",
                            where(axis), item));
  std::vector<Value> numbers;
  for (const auto& part : parts) {
    numbers.push_back(parse_scalar(axis, trim(part)));
    if (std::holds_alternative<std::string>(numbers.back()))
      throw Error(fmt::format("{}: found '{}' in the range '{}', expected a number", where(axis),
                              trim(part), item));
  }
  if (numbers.size() == 2) numbers.emplace_back(std::int64_t{1});
  const double step = as_real(numbers[2], "step");
  if (!(step > 0))
    throw Error(fmt::format("{}: found step {} in the range '{}', expected a step above 0",
                            where(axis), to_text(numbers[2]), item));
  if (as_real(numbers[0], "first") > as_real(numbers[1], "last"))
    throw Error(fmt::format("{}: found the range '{}', whose first value is above its last",
                            where(axis), item));
  return {numbers[0], numbers[1], numbers[2]};
}

[[noreturn]] void refuse_length(const Axis& axis, std::string_view item) {
  throw Error(
      fmt::format("{}: the range '{}' has more than {} values", where(axis), item, most_values));
}

void append_integers(Axis& axis, bool pow2, std::string_view item, std::int64_t first,
                     std::int64_t last, std::int64_t step) {
  // Unsigned: last - first may not fit 64 bits with a sign.
  const std::uint64_t intervals =
      (static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first)) /
      static_cast<std::uint64_t>(step);
  if (intervals >= most_values) refuse_length(axis, item);
  for (std::uint64_t i = 0; i <= intervals; ++i)
    append_value(axis, pow2, first + static_cast<std::int64_t>(i) * step);
}

void append_reals(Axis& axis, bool pow2, std::string_view item, double first, double last,
                  double step) {
  // The last value counts although (0.5 - 0.1) / 0.1 falls just short of 4.
  const double intervals = std::floor((last - first) / step + 1e-9);
  if (!(intervals < static_cast<double>(most_values))) refuse_length(axis, item);
  for (std::int64_t i = 0; i <= static_cast<std::int64_t>(intervals); ++i) {
    // Twelve digits, so that 0.1 + 2 * 0.1 reads 0.3 in ids and tables.
    const double exact = first + static_cast<double>(i) * step;
    append_value(axis, pow2, *parse_real(fmt::format("{:.12g}", exact)));
  }
}

void append_range(Axis& axis, bool pow2, std::string_view item) {
  const Range range = parse_range(axis, item);
  const auto* first = std::get_if<std::int64_t>(&range.first);
  const auto* last = std::get_if<std::int64_t>(&range.last);
  const auto* step = std::get_if<std::int64_t>(&range.step);
  if (first && last && step)
    append_integers(axis, pow2, item, *first, *last, *step);
  else
    append_reals(axis, pow2, item, as_real(range.first, "first"), as_real(range.last, "last"),
                 as_real(range.step, "step"));
}

}  // namespace

std::string where(const Axis& axis) {
  if (axis.place.empty()) return axis.name;
  if (axis.place.ends_with(" " + axis.name)) return axis.place;
  return fmt::format("{}: {}", axis.place, axis.name);
}

void refuse_value(const Axis& axis, const Value& value, const std::string& expected) {
  throw Error(fmt::format("{}: found {}, expected {}", where(axis),
                          std::holds_alternative<std::string>(value)
                              ? fmt::format("'{}'", to_text(value))
                              : to_text(value),
                          expected));
}

AxisName parse_axis_name(std::string_view text, const std::string& place) {
  AxisName result;
  std::string_view name = trim(text);
  const auto bracket = name.find('[');
  if (bracket != std::string_view::npos) {
    const std::string_view suffix = name.substr(bracket);
    if (suffix != "[pow2]")
      throw Error(fmt::format("{}: found '{}' after the axis name, expected [pow2] or nothing",
                              place, suffix));
    result.pow2 = true;
    name = trim(name.substr(0, bracket));
  }
  constexpr std::string_view letters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  if (name.empty() || name.find_first_not_of(letters) != std::string_view::npos)
    throw Error(fmt::format(
        "{}: found the axis name '{}', expected letters, digits and underscores", place, name));
  result.name = name;
  return result;
}

void append_item(Axis& axis, bool pow2, std::string_view item) {
  item = trim(item);
  if (item.empty()) throw Error(fmt::format("{}: found an empty value", where(axis)));
  const bool opens = item.front() == '[', closes = item.back() == ']';
  if (opens && closes) return append_range(axis, pow2, item);
  if (opens || closes)
    throw Error(fmt::format("{}: found '{}', expected a value or a range [first:last:step]",
                            where(axis), item));
  append_value(axis, pow2, parse_scalar(axis, item));
}

void append_list(Axis& axis, bool pow2, std::string_view text) {
  text = trim(text);
  // nvbench writes a list as [64,256]; a colon inside makes it a range or a list of ranges.
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']' &&
      text.find(':') == std::string_view::npos)
    text = trim(text.substr(1, text.size() - 2));
  if (text.empty())
    throw Error(fmt::format("{}: found no values, expected at least one", where(axis)));
  for (const auto& item : split(text, ',')) append_item(axis, pow2, item);
}

Axis parse_axis(const std::string& text, const std::string& place) {
  const auto equals = text.find('=');
  if (equals == std::string::npos)
    throw Error(fmt::format("{}: found '{}', expected NAME=VALUES", place, text));
  const AxisName name = parse_axis_name(std::string_view(text).substr(0, equals), place);
  Axis axis;
  axis.name = name.name;
  axis.place = place.ends_with(" " + name.name) ? place : fmt::format("{} {}", place, name.name);
  append_list(axis, name.pow2, std::string_view(text).substr(equals + 1));
  return axis;
}

}  // namespace sweepmark::host
