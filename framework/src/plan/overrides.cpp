#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"
#include "plan/axis_rules.hpp"
#include "plan/axis_text.hpp"
#include "plan/combinations.hpp"

namespace sweepmark::host {
namespace {

void remove_rivals(Sweep& sweep, const Axis& axis) {
  for (const auto& rival : rivals(sweep.operation, axis.name)) {
    const Axis* present = find_axis(sweep.axes, rival);
    if (!present) continue;
    if (present->imposed)
      throw Error(
          fmt::format("{}: found beside {}, which sets the same thing; expected only one "
                      "of them",
                      where(axis), where(*present)));
    leave_zips(sweep, rival);
    sweep.axes.erase(sweep.axes.begin() + (present - sweep.axes.data()));
  }
}

void impose(Sweep& sweep, const Axis& axis) {
  remove_rivals(sweep, axis);
  const AxisRule* rule = sweep.operation.empty() ? nullptr : find_rule(sweep.operation, axis.name);
  auto& list = rule && rule->setting ? sweep.fixed : sweep.axes;
  const auto present =
      std::find_if(list.begin(), list.end(), [&](const Axis& a) { return a.name == axis.name; });
  if (present != list.end() && present->imposed)
    throw Error(fmt::format("{}: given twice on the command line", where(axis)));
  Axis imposed = axis;
  imposed.imposed = true;
  if (axis.values.size() == 1) leave_zips(sweep, axis.name);
  if (present != list.end())
    *present = std::move(imposed);
  else
    list.push_back(std::move(imposed));
}

std::vector<std::string> possible_axes(const Plan& plan) {
  std::vector<std::string> names;
  for (const auto& sweep : plan.sweeps)
    for (const auto& operation : sweep_operations())
      if (sweep.operation.empty() || sweep.operation == operation)
        for (const auto& rule : axis_rules(operation)) names.push_back(rule.name);
  return names;
}

}  // namespace

Plan plan_from_kernels(const std::vector<std::string>& globs) {
  Plan plan;
  plan.name = "kernels";
  plan.summary = fmt::format("The kernels {}", join(globs, ", "));
  plan.question = "How do these kernels compare?";
  Sweep sweep;
  sweep.operation.clear();
  sweep.kernels = globs;
  sweep.place = "--kernel";
  plan.sweeps.push_back(std::move(sweep));
  plan.text = to_toml(plan);
  return plan;
}

void override_axis(Plan& plan, const Axis& axis) {
  bool placed = false;
  for (auto& sweep : plan.sweeps) {
    if (!may_have_axis(sweep.operation, axis.name) && !find_axis(sweep.axes, axis.name)) continue;
    impose(sweep, axis);
    placed = true;
  }
  if (!placed)
    throw Error(fmt::format("{}: no sweep of the plan '{}' has the axis '{}'{}", axis.place,
                            plan.name, axis.name, did_you_mean(axis.name, possible_axes(plan))));
  plan.text = to_toml(plan);
}

void override_kernels(Plan& plan, const std::vector<std::string>& globs) {
  bool placed = false;
  for (auto& sweep : plan.sweeps) {
    if (sweep.operation == "training" || sweep.operation == "noise") continue;
    sweep.kernels = globs;
    sweep.place = "--kernel";
    sweep.optional = false;  // what the user names must be there
    sweep.optional_axes = true;
    placed = true;
  }
  if (!placed)
    throw Error(
        fmt::format("--kernel: the plan '{}' has no kernel sweep; its axes 'gradient' and "
                    "'optimizer' choose what runs",
                    plan.name));
  plan.text = to_toml(plan);
}

void override_zip(Plan& plan, const std::string& names, const std::string& place) {
  std::vector<std::string> zip;
  for (const auto& name : split(names, ',')) zip.emplace_back(trim(name));
  if (zip.size() < 2 || std::find(zip.begin(), zip.end(), "") != zip.end())
    throw Error(fmt::format("{}: found '{}', expected at least two axis names such as m,n,k", place,
                            names));
  bool placed = false;
  for (auto& sweep : plan.sweeps) {
    const bool has_all = std::all_of(zip.begin(), zip.end(), [&](const auto& name) {
      return find_axis(sweep.axes, name) != nullptr;
    });
    if (!has_all) continue;
    for (const auto& name : zip) leave_zips(sweep, name);
    sweep.zips.push_back(zip);
    placed = true;
  }
  if (!placed)
    throw Error(fmt::format("{}: no sweep of the plan '{}' has all the axes {}", place, plan.name,
                            join(zip, ", ")));
  plan.text = to_toml(plan);
}

}  // namespace sweepmark::host
