#include "plan/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace sweepmark::host {

const ParamInfo* find_parameter(const std::vector<ParamInfo>& params, std::string_view name) {
  for (const auto& param : params)
    if (param.name == name) return &param;
  return nullptr;
}

std::string expected_text(const ParamInfo& param) {
  if (param.kind == ParamKind::choice) return fmt::format("one of {}", join(param.choices, ", "));
  return fmt::format("{} from {} to {}",
                     param.kind == ParamKind::integer ? "an integer" : "a number",
                     to_text(param.low), to_text(param.high));
}

std::optional<Value> fitted(const ParamInfo& param, const Value& value) {
  if (param.kind == ParamKind::choice) {
    const std::string text = to_text(value);
    if (std::find(param.choices.begin(), param.choices.end(), text) == param.choices.end())
      return std::nullopt;
    return text;
  }
  if (std::holds_alternative<std::string>(value)) return std::nullopt;
  const double number = as_real(value, param.name);
  if (param.kind == ParamKind::real) {
    if (number >= as_real(param.low, param.name) && number <= as_real(param.high, param.name))
      return number;
    return std::nullopt;
  }
  if (std::holds_alternative<double>(value) &&
      (std::floor(number) != number || std::abs(number) > 9e15))
    return std::nullopt;
  const std::int64_t integer = as_integer(value, param.name);
  if (integer < as_integer(param.low, param.name) || integer > as_integer(param.high, param.name))
    return std::nullopt;
  return integer;
}

bool check_parameter_axis(const Axis& axis, const std::vector<ParameterOwner>& owners) {
  std::vector<std::pair<const ParamInfo*, std::string>> having;
  for (const auto& owner : owners)
    if (const auto* param = find_parameter(*owner.params, axis.name))
      having.emplace_back(param, owner.id);
  if (having.empty()) return false;
  for (const auto& value : axis.values) {
    const bool fits = std::any_of(having.begin(), having.end(), [&](const auto& candidate) {
      return fitted(*candidate.first, value).has_value();
    });
    if (!fits)
      refuse_value(axis, value,
                   fmt::format("{} ({})", expected_text(*having[0].first), having[0].second));
  }
  return true;
}

Settings settings_of(const std::vector<ParamInfo>& params,
                     const std::function<const Value*(const std::string&)>& chosen,
                     std::string& refusal) {
  Settings settings;
  for (const auto& param : params) {
    const Value* value = chosen(param.name);
    if (!value) {
      settings[param.name] = param.preset;
      continue;
    }
    const auto fit = fitted(param, *value);
    settings[param.name] = fit ? *fit : *value;
    if (!fit && refusal.empty())
      refusal =
          fmt::format("{} = {}: expected {}", param.name, to_text(*value), expected_text(param));
  }
  return settings;
}

}  // namespace sweepmark::host
