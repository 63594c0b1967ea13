// Reading one field of a JSON object with one clear sentence when it is not what it should be.
#pragma once
#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/statistics.hpp"
#include "record/json.hpp"

namespace sweepmark::host {

/// The field's value; absent, null or another type throws Error naming it.
template <class T>
T required(const Json& json, const char* name) {
  const auto it = json.find(name);
  if (it == json.end()) throw Error(fmt::format("field '{}' is missing", name));
  try {
    return it->get<T>();
  } catch (const nlohmann::json::exception&) {
    throw Error(fmt::format("field '{}': found {}, which has the wrong type", name, it->dump()));
  }
}

/// The field's value, or nothing where it is absent or null.
template <class T>
std::optional<T> optional_field(const Json& json, const char* name) {
  const auto it = json.find(name);
  if (it == json.end() || it->is_null()) return std::nullopt;
  return required<T>(json, name);
}

template <class T>
T field_or(const Json& json, const char* name, T fallback) {
  return optional_field<T>(json, name).value_or(std::move(fallback));
}

/// A name of an enumeration, by its parse function.
template <class Parse>
auto named_field(const Json& json, const char* name, Parse&& parse) {
  const auto text = required<std::string>(json, name);
  const auto value = parse(text);
  if (!value) throw Error(fmt::format("field '{}': '{}' is not known", name, text));
  return *value;
}

/// [low, high], or nothing.
inline std::optional<Interval> interval_field(const Json& json, const char* name) {
  const auto pair = optional_field<std::vector<double>>(json, name);
  if (!pair) return std::nullopt;
  if (pair->size() != 2) throw Error(fmt::format("field '{}': expected [low, high]", name));
  return Interval{(*pair)[0], (*pair)[1]};
}

template <class T>
Json value_or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

inline Json interval_or_null(const std::optional<Interval>& interval) {
  return interval ? Json::array({interval->low, interval->high}) : Json(nullptr);
}

/// Numbers with null in the place of those that are not finite.
Json numbers(const std::vector<double>& values);

}  // namespace sweepmark::host
