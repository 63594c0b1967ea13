#include "record/value.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"

namespace sweepmark::host {

std::string to_text(const Value& value) {
  if (const auto* i = std::get_if<std::int64_t>(&value)) return std::to_string(*i);
  if (const auto* d = std::get_if<double>(&value)) return shortest(*d);
  return std::get<std::string>(value);
}

double as_real(const Value& value, const std::string& what) {
  if (const auto* i = std::get_if<std::int64_t>(&value)) return static_cast<double>(*i);
  if (const auto* d = std::get_if<double>(&value)) return *d;
  throw Error(fmt::format("{}: found '{}', expected a number", what, to_text(value)));
}

std::int64_t as_integer(const Value& value, const std::string& what) {
  if (const auto* i = std::get_if<std::int64_t>(&value)) return *i;
  if (const auto* d = std::get_if<double>(&value); d && std::floor(*d) == *d && std::abs(*d) < 9e15)
    return static_cast<std::int64_t>(*d);
  throw Error(fmt::format("{}: found '{}', expected an integer", what, to_text(value)));
}

}  // namespace sweepmark::host
