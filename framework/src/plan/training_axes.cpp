#include "plan/training_axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/error.hpp"
#include "base/text.hpp"
#include "plan/axis_rules.hpp"
#include "plan/axis_text.hpp"

namespace sweepmark::host {
namespace {

const std::vector<std::string>& builtin_datasets() {
  static const std::vector<std::string> names{"airfoil", "digits", "bowl", "synthetic"};
  return names;
}

}  // namespace

void check_datasets(const Axis& axis) {
  for (const auto& value : axis.values) {
    const std::string name = to_text(value);
    const auto& known = builtin_datasets();
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    std::error_code ignored;
    if (std::filesystem::is_regular_file(name, ignored)) continue;
    throw Error(fmt::format("{}: found '{}', expected {} or the path of a data file{}", where(axis),
                            name, join(known, ", "), did_you_mean(name, known)));
  }
}

Model default_model(const std::string& dataset) {
  if (dataset == "digits") return Model::softmax;
  if (dataset == "bowl") return Model::bowl;
  return Model::linear;
}

std::string model_refusal(Model model, const std::string& dataset) {
  const auto& known = builtin_datasets();
  if (std::find(known.begin(), known.end(), dataset) == known.end()) return "";
  const bool of_blobs = dataset == "synthetic" && model == Model::softmax;
  if (model == default_model(dataset) || of_blobs) return "";
  return fmt::format("the model {} does not fit the data set {}", to_string(model), dataset);
}

void missing(const Sweep& sweep, const Axis& axis, const std::string& complaint,
             Expansion& expansion) {
  if (!sweep.optional || axis.imposed) throw Error(fmt::format("{}: {}", where(axis), complaint));
  expansion.note(complaint);
}

std::vector<NamedGradient> find_gradients(const Sweep& sweep, const Axis& axis,
                                          Expansion& expansion) {
  std::vector<NamedGradient> found;
  for (const auto& value : axis.values) {
    const auto selection = select_kernels(expansion.catalog, {to_text(value)}, Operation::gradient);
    for (const auto& note : selection.notes) expansion.note(note);
    for (const auto& complaint : selection.unmatched) missing(sweep, axis, complaint, expansion);
    for (const auto& kernel : selection.kernels) found.push_back({value, kernel});
  }
  return found;
}

void add_default(Sweep& sweep, const std::string& name, std::vector<Value> values) {
  if (!find_axis(sweep.axes, name)) sweep.axes.push_back({name, std::move(values), sweep.place});
}

const Value* single_setting(const Sweep& sweep, std::string_view name) {
  const Axis* setting = find_axis(sweep.fixed, name);
  if (!setting) return nullptr;
  if (setting->values.size() != 1)
    throw Error(fmt::format("{}: found {} values, expected one: it is not swept", where(*setting),
                            setting->values.size()));
  return &setting->values.front();
}

std::vector<double> number_setting(const Sweep& sweep, std::string_view name) {
  std::vector<double> numbers;
  if (const Axis* setting = find_axis(sweep.fixed, name))
    for (const auto& value : setting->values) numbers.push_back(as_real(value, where(*setting)));
  return numbers;
}

void check_training_axes(Sweep& sweep, Expansion& expansion,
                         const std::function<bool(const Axis&)>& parameter) {
  for (const auto& setting : sweep.fixed) {
    const AxisRule* rule = find_rule(sweep.operation, setting.name);
    if (!rule) {
      expansion.unknown_axis(sweep, setting);
      continue;
    }
    check_values(*rule, setting);
    expansion.known_axis(setting);
  }
  std::vector<std::string> unknown;
  for (const auto& axis : sweep.axes) {
    const AxisRule* rule = find_rule(sweep.operation, axis.name);
    const bool own = rule && rule->kind != AxisKind::parameter;
    if (own) check_values(*rule, axis);
    if (own || parameter(axis)) {
      expansion.known_axis(axis);
    } else {
      expansion.unknown_axis(sweep, axis);
      unknown.push_back(axis.name);
    }
  }
  for (const auto& name : unknown) {
    leave_zips(sweep, name);
    std::erase_if(sweep.axes, [&](const Axis& axis) { return axis.name == name; });
  }
}

std::int64_t batch_size_of(const Combination& combination, std::int64_t fallback) {
  const Value* value = find_choice(combination, "batch_size");
  if (!value) return fallback;
  if (std::holds_alternative<std::string>(*value)) return 0;
  return as_integer(*value, "batch_size");
}

}  // namespace sweepmark::host
