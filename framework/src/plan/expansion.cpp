#include "plan/expansion.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"
#include "plan/axis_rules.hpp"
#include "plan/axis_text.hpp"
#include "plan/parameters.hpp"

namespace sweepmark::host {
namespace {

constexpr std::size_t most_cases = 1'000'000;
constexpr double most_combinations = 1e7;  // where constraints are to thin them out

/// Some kernel or optimizer of the catalogue that has the parameter, whatever the sweep selects.
std::string someone_with(const Catalog& catalog, const std::string& operation,
                         const std::string& parameter) {
  for (const auto& plugin : catalog.plugins) {
    if (!plugin.accepted) continue;
    if (operation == "training")
      for (const auto& optimizer : plugin.optimizers)
        if (find_parameter(optimizer.params, parameter)) return optimizer.id;
    for (const auto& kernel : plugin.kernels)
      if (to_string(kernel.operation) == operation && find_parameter(kernel.params, parameter))
        return kernel.id;
  }
  return "";
}

}  // namespace

void Expansion::note(const std::string& text) {
  if (notes_.insert(text).second) result.notes.push_back(text);
}

bool Expansion::is_new(const std::string& id, const std::string& place) {
  if (!ids_.insert(id).second) return false;
  if (ids_.size() > most_cases)
    throw Error(fmt::format("{}: the plan has more than {} cases", place, most_cases));
  return true;
}

void Expansion::reserve(const Combinations& combinations, const Sweep& sweep) {
  combinations_ += combinations.count();
  const double most =
      sweep.constraints.empty() ? static_cast<double>(most_cases) : most_combinations;
  if (combinations_ > most)
    throw Error(fmt::format("{}: the axes multiply to {} combinations, expected at most {}",
                            sweep.place, shortest(combinations_), shortest(most)));
}

void Expansion::unknown_axis(const Sweep& sweep, const Axis& axis) {
  const auto known = known_axes(sweep.operation, catalog);
  const std::string owner = someone_with(catalog, sweep.operation, axis.name);
  std::string complaint;
  if (owner.empty())
    complaint = fmt::format("{}: unknown axis '{}' for {}{}", axis.place, axis.name,
                            sweep.operation, did_you_mean(axis.name, known));
  else
    complaint = fmt::format("{}: '{}' is an axis of {}, which is not selected", axis.place,
                            axis.name, owner);
  if (axis.imposed) {
    unknown_.try_emplace(axis.name, complaint);
  } else if (sweep.optional || sweep.optional_axes) {
    note(fmt::format("{}: left out, no kernel found has the axis '{}'", axis.place, axis.name));
  } else {
    throw Error(complaint);
  }
}

void Expansion::known_axis(const Axis& axis) { known_.insert(axis.name); }

void Expansion::check_imposed() const {
  for (const auto& [name, complaint] : unknown_)
    if (!known_.contains(name)) throw Error(complaint);
}

int Expansion::threads(const Value& value) {
  if (std::holds_alternative<std::string>(value)) return context.usable_cpus;
  const auto threads = static_cast<int>(as_integer(value, "threads"));
  if (threads > context.usable_cpus)
    note(fmt::format("threads {} is more than the {} usable CPUs", threads, context.usable_cpus));
  return threads;
}

std::vector<Constraint> make_constraints(const Sweep& sweep, const Catalog& catalog,
                                         const std::vector<std::string>& words) {
  std::vector<std::string> names = known_axes(sweep.operation, catalog), known_words = words;
  for (const auto& axis : sweep.axes) {
    names.push_back(axis.name);
    for (const auto& value : axis.values)
      if (const auto* text = std::get_if<std::string>(&value)) known_words.push_back(*text);
  }
  for (const auto& rule : axis_rules(sweep.operation))
    known_words.insert(known_words.end(), rule.choices.begin(), rule.choices.end());
  names.emplace_back("kernel");
  // From the command line it stands in every sweep: one that lacks the axis is not bound by it.
  std::vector<std::string> any_names = names;
  for (const auto& operation : sweep_operations())
    for (auto& name : known_axes(operation, catalog)) any_names.push_back(std::move(name));
  std::vector<Constraint> constraints;
  for (const auto& [expression, place] : sweep.constraints)
    constraints.emplace_back(expression, place, place.starts_with("--") ? any_names : names,
                             known_words);
  return constraints;
}

bool all_hold(std::vector<Constraint>& constraints, const Settings& values) {
  return std::all_of(constraints.begin(), constraints.end(),
                     [&](Constraint& constraint) { return constraint.holds(values); });
}

void check_rivals(const Sweep& sweep) {
  for (const auto& axis : sweep.axes)
    for (const auto& rival : rivals(sweep.operation, axis.name))
      if (const auto* other = find_axis(sweep.axes, rival))
        throw Error(
            fmt::format("{}: found beside {}, which sets the same thing; expected only "
                        "one of them",
                        where(axis), where(*other)));
}

std::vector<std::string> known_axes(const std::string& operation, const Catalog& catalog) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const auto& rule : axis_rules(operation)) add(rule.name);
  for (const auto& plugin : catalog.plugins) {
    if (!plugin.accepted) continue;
    if (operation == "training")
      for (const auto& optimizer : plugin.optimizers)
        for (const auto& param : optimizer.params) add(param.name);
    for (const auto& kernel : plugin.kernels)
      if (to_string(kernel.operation) == operation)
        for (const auto& param : kernel.params) add(param.name);
  }
  return names;
}

}  // namespace sweepmark::host
