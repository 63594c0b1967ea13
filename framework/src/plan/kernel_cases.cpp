#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"
#include "plan/axis_rules.hpp"
#include "plan/axis_text.hpp"
#include "plan/expansion.hpp"
#include "plan/parameters.hpp"
#include "plan/problem_axes.hpp"
#include "plan/selection.hpp"

namespace sweepmark::host {
namespace {

/// One kernel sweep of one operation, on its way to cases.
class KernelSweep {
 public:
  KernelSweep(const Sweep& sweep, Operation operation, Expansion& expansion)
      : sweep_(sweep), operation_(operation), expansion_(expansion) {}

  void expand();

 private:
  void select();
  void check();
  bool matters(const SelectedKernel& selected, const Axis& axis) const;
  Case make_case(const SelectedKernel& selected, const Combination& combination);
  void add_cases(const SelectedKernel& selected);

  Sweep sweep_;  // a copy: unknown axes are taken out, unsaid ones added
  Operation operation_;
  Expansion& expansion_;
  std::vector<SelectedKernel> kernels_;
  std::vector<Constraint> constraints_;
};

void KernelSweep::select() {
  auto selection = select_kernels(expansion_.catalog, sweep_.kernels, operation_);
  for (const auto& note : selection.notes) expansion_.note(note);
  for (const auto& complaint : selection.unmatched) {
    if (!sweep_.optional) throw Error(fmt::format("{}: {}", sweep_.place, complaint));
    expansion_.note(complaint);
  }
  kernels_ = std::move(selection.kernels);
}

void KernelSweep::check() {
  check_axes(sweep_);
  check_rivals(sweep_);
  std::vector<ParameterOwner> owners;
  for (const auto& k : kernels_) owners.push_back({k.shown, &k.kernel->params});
  std::vector<std::string> unknown;
  for (const auto& axis : sweep_.axes) {
    const AxisRule* rule = find_rule(sweep_.operation, axis.name);
    if (rule) check_values(*rule, axis);
    if (rule || check_parameter_axis(axis, owners)) {
      expansion_.known_axis(axis);
    } else {
      expansion_.unknown_axis(sweep_, axis);
      unknown.push_back(axis.name);
    }
  }
  for (const auto& name : unknown) {
    leave_zips(sweep_, name);
    std::erase_if(sweep_.axes, [&](const Axis& axis) { return axis.name == name; });
  }
  complete_dimensions(sweep_, operation_);
  std::vector<std::string> words;
  for (const auto& k : kernels_) {
    words.push_back(k.shown);
    for (const auto& param : k.kernel->params)
      words.insert(words.end(), param.choices.begin(), param.choices.end());
  }
  constraints_ = make_constraints(sweep_, expansion_.catalog, words);
}

bool KernelSweep::matters(const SelectedKernel& selected, const Axis& axis) const {
  // A device computes as it likes: the host's threads are not its axis, nor is the index the CPU's.
  const bool on_cpu = selected.kernel->device == "cpu";
  if (axis.name == "threads") return on_cpu;
  if (axis.name == "device") return !on_cpu;
  return find_rule(sweep_.operation, axis.name) != nullptr ||
         find_parameter(selected.kernel->params, axis.name) != nullptr;
}

Case KernelSweep::make_case(const SelectedKernel& selected, const Combination& combination) {
  Case c;
  std::string refusal;
  c.kernel = selected.shown;
  c.plugin = plugin_key(*selected.plugin);
  c.problem = make_problem(operation_, combination, sweep_.place, refusal);
  c.device = selected.kernel->device;
  c.seed = expansion_.context.seed;
  if (operation_ == Operation::sgd_epoch) c.problem.shuffle_seed = c.seed;
  if (c.device == "cpu") {
    const Value* threads = find_choice(combination, "threads");
    c.problem.threads = threads ? expansion_.threads(*threads) : expansion_.context.usable_cpus;
  }
  if (const Value* device = find_choice(combination, "device"))
    c.problem.device_index = read_device(*device).value_or(DeviceName{}).index;
  if (const Value* cache = find_choice(combination, "cache"))
    c.cache = *parse_cache_mode(to_text(*cache));
  c.tuning = settings_of(
      selected.kernel->params,
      [&](const std::string& name) { return find_choice(combination, name); }, refusal);
  if (!refusal.empty()) {
    c.settled = Outcome::unsupported;
    c.reason = refusal;
  }
  return c;
}

void KernelSweep::add_cases(const SelectedKernel& selected) {
  const Combinations combinations(
      sweep_, [&](const Axis& axis) { return matters(selected, axis); },
      [&](const Axis& axis, const Value& value) {
        if (axis.name != "device") return true;
        const auto device = read_device(value);
        return device && (!device->kind || *device->kind == selected.kernel->device);
      });
  expansion_.reserve(combinations, sweep_);
  combinations.for_each([&](const Combination& combination) {
    Case c = make_case(selected, combination);
    if (!constraints_.empty()) {
      Settings values = visible_settings(c.problem);
      values["kernel"] = c.kernel;
      values["cache"] = std::string(to_string(c.cache));
      values.insert(c.tuning.begin(), c.tuning.end());
      if (!all_hold(constraints_, values)) return;
    }
    if (expansion_.is_new(case_id(c), sweep_.place))
      expansion_.result.cases.push_back(std::move(c));
  });
}

void KernelSweep::expand() {
  select();
  check();
  for (const auto& selected : kernels_) add_cases(selected);
}

/// The operations of the kernels that the globs find, in the order found.
std::vector<Operation> operations_of(const std::vector<SelectedKernel>& kernels) {
  std::vector<Operation> operations;
  for (const auto& k : kernels)
    if (std::find(operations.begin(), operations.end(), k.kernel->operation) == operations.end())
      operations.push_back(k.kernel->operation);
  return operations;
}

/// A sweep without an operation: one sweep for each operation that its globs find. An axis need be
/// known to one of them only.
void expand_any_operation(const Sweep& sweep, Expansion& expansion) {
  const auto selection = select_kernels(expansion.catalog, sweep.kernels, std::nullopt);
  if (!selection.unmatched.empty())
    throw Error(fmt::format("{}: {}", sweep.place, selection.unmatched.front()));
  for (const Operation operation : operations_of(selection.kernels)) {
    Sweep one = sweep;
    one.operation = to_string(operation);
    one.optional = false;
    for (auto& axis : one.axes) axis.imposed = true;
    one.kernels.clear();
    for (const auto& k : selection.kernels)
      if (k.kernel->operation == operation) one.kernels.push_back(k.shown);
    KernelSweep(one, operation, expansion).expand();
  }
}

}  // namespace

void expand_kernel_sweep(const Sweep& sweep, Expansion& expansion) {
  if (sweep.operation.empty()) return expand_any_operation(sweep, expansion);
  const auto operation = parse_operation(sweep.operation);
  if (!operation)
    throw Error(fmt::format("{}: unknown operation '{}'{}", sweep.place, sweep.operation,
                            did_you_mean(sweep.operation, sweep_operations())));
  KernelSweep(sweep, *operation, expansion).expand();
}

}  // namespace sweepmark::host
