// The parameters of kernels and optimizers as axes: ranges, presets, refusals.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "plan/axis_text.hpp"
#include "plugin/catalog.hpp"

namespace sweepmark::host {

const ParamInfo* find_parameter(const std::vector<ParamInfo>& params, std::string_view name);

/// "an integer from 1 to 4096", "a number from 0 to 1", "one of row, column".
std::string expected_text(const ParamInfo& param);

/// The value in the parameter's own type, or nothing when it does not fit.
std::optional<Value> fitted(const ParamInfo& param, const Value& value);

/// The parameters of something that has been asked for: a kernel or an optimizer, by its id.
struct ParameterOwner {
  std::string id;
  const std::vector<ParamInfo>* params = nullptr;
};

/// Throws Error naming the first value that none of the owners of this parameter can take: a value
/// that fits one of them is a reason of its own for the others. False when no owner has it.
bool check_parameter_axis(const Axis& axis, const std::vector<ParameterOwner>& owners);

/// Every parameter of `params`: the value that `chosen` gives by name, or else the preset. The
/// first that does not fit leaves a sentence in `refusal`.
Settings settings_of(const std::vector<ParamInfo>& params,
                     const std::function<const Value*(const std::string&)>& chosen,
                     std::string& refusal);

}  // namespace sweepmark::host
