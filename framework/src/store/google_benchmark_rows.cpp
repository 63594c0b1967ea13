#include "store/google_benchmark_rows.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"

namespace sweepmark::host {
namespace {

using Row = GoogleBenchmarkRow;

std::string text_field(const Json& json, const char* name) {
  const auto it = json.find(name);
  return it != json.end() && it->is_string() ? it->get<std::string>() : "";
}

std::optional<double> number_field(const Json& json, const char* name) {
  const auto it = json.find(name);
  if (it == json.end() || !it->is_number()) return std::nullopt;
  const double value = it->get<double>();
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

bool true_field(const Json& json, const char* name) {
  const auto it = json.find(name);
  return it != json.end() && it->is_boolean() && it->get<bool>();
}

std::optional<std::int64_t> integer_field(const Json& json, const char* name) {
  const auto value = number_field(json, name);
  if (!value || std::abs(*value) > 9e15) return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

double nanoseconds_per(const std::string& unit, const std::string& place) {
  constexpr std::array<std::pair<std::string_view, double>, 6> units{
      {{"ns", 1}, {"us", 1e3}, {"\u00b5s", 1e3}, {"ms", 1e6}, {"s", 1e9}, {"ps", 1e-3}}};
  for (const auto& [name, scale] : units)
    if (unit == name) return scale;
  throw Error(fmt::format("{}: found time_unit '{}', expected ps, ns, us, ms or s", place, unit));
}

/// Old files tell aggregates by their name alone.
Row::Kind kind_of(const Json& json, const std::string& name, std::string& run_name) {
  constexpr std::array<std::pair<std::string_view, Row::Kind>, 6> suffixes{
      {{"mean", Row::Kind::mean},
       {"median", Row::Kind::median},
       {"stddev", Row::Kind::other_aggregate},
       {"cv", Row::Kind::other_aggregate},
       {"BigO", Row::Kind::complexity},
       {"RMS", Row::Kind::complexity}}};
  const std::string type = text_field(json, "run_type");
  const std::string aggregate = text_field(json, "aggregate_name");
  if (type == "iteration") return Row::Kind::iteration;
  for (const auto& [suffix, kind] : suffixes) {
    const bool by_name = name.ends_with(fmt::format("_{}", suffix));
    const bool old_aggregate = type.empty() && by_name;
    if (aggregate != suffix && !old_aggregate) continue;
    if (run_name == name && by_name) run_name.resize(name.size() - suffix.size() - 1);
    return kind;
  }
  return type == "aggregate" ? Row::Kind::other_aggregate : Row::Kind::iteration;
}

}  // namespace

Row google_benchmark_row(const Json& json, const std::string& place) {
  if (!json.is_object())
    throw Error(fmt::format("{}: found {}, expected an object", place, json.type_name()));
  const std::string name = text_field(json, "name");
  if (name.empty()) throw Error(fmt::format("{}: field 'name' is missing", place));
  Row row;
  row.run_name = text_field(json, "run_name");
  if (row.run_name.empty()) row.run_name = name;
  row.kind = kind_of(json, name, row.run_name);
  row.label = text_field(json, "label");
  if (true_field(json, "error_occurred")) row.error = text_field(json, "error_message");
  if (true_field(json, "skipped")) row.skip = text_field(json, "skip_message");
  row.iterations = integer_field(json, "iterations");
  row.repetition = integer_field(json, "repetition_index");
  if (const auto threads = integer_field(json, "threads")) row.threads = static_cast<int>(*threads);
  const auto real_time = number_field(json, "real_time");
  if (real_time && row.kind != Row::Kind::complexity) {
    const std::string unit = text_field(json, "time_unit");
    row.real_time_ns = *real_time * nanoseconds_per(unit.empty() ? "ns" : unit, place);
  }
  return row;
}

std::string family_in_name(const std::string& run_name) {
  return run_name.substr(0, run_name.find('/'));
}

Settings settings_in_name(const std::string& run_name) {
  Settings settings;
  const auto parts = split(run_name, '/');
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto colon = parts[i].rfind(':');
    const std::string key =
        colon == std::string::npos ? fmt::format("argument_{}", i) : parts[i].substr(0, colon);
    const std::string text = colon == std::string::npos ? parts[i] : parts[i].substr(colon + 1);
    if (const auto integer = parse_integer(text))
      settings[key] = *integer;
    else if (const auto real = parse_real(text); real && std::isfinite(*real))
      settings[key] = *real;
    else if (colon != std::string::npos)
      settings[key] = text;
  }
  return settings;
}

}  // namespace sweepmark::host
