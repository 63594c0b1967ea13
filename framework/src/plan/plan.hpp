// A plan: named sweeps, each an operation, kernel globs and axes. From TOML or the command line.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "record/value.hpp"

namespace sweepmark::host {

/// An axis with its values in order, and where it was written ("plan.toml:12", "--axis size").
struct Axis {
  std::string name;
  std::vector<Value> values;
  std::string place;
  /// From the command line: a sweep that does not know it leaves it out; an error only when no
  /// sweep of the plan knows it.
  bool imposed = false;
};

/// `operation` is gemm, gradient, sgd_epoch, read, triad, fma, training or noise; "" stands for
/// the operations of the kernels that the globs find.
struct Sweep {
  std::string operation = "gemm";
  std::vector<std::string> kernels;  // globs over kernel ids; a leading '!' excludes; {} is all
  std::vector<Axis> axes;
  std::vector<std::vector<std::string>> zips;  // axis names that advance together
  /// Expression and place; one from the command line ("--where") may name any operation's axes.
  std::vector<std::pair<std::string, std::string>> constraints;
  /// Settings that are not swept: evaluate_every, distance_steps, whiten, targets, start, target,
  /// point.
  std::vector<Axis> fixed;
  std::string place;
  /// For plugins that may be absent: kernel globs, gradients and optimizers that match nothing, and
  /// axes that no kernel found knows, are noted and not errors.
  bool optional = false;
  bool optional_axes = false;  // the same for axes only
};

/// Limits of measuring; unset fields take the command's defaults.
struct PlanLimits {
  std::optional<double> budget_seconds;  // sampling time of one case
  std::optional<std::int64_t> min_samples;
  std::optional<double> max_noise;  // half-width / median that ends a case
  std::optional<double> time_budget_seconds;
  std::optional<double> timeout_seconds;  // one call into a worker
};

struct Plan {
  std::string name;
  std::string summary;   // one line for `sweepmark list`
  std::string question;  // what the report answers
  std::vector<Sweep> sweeps;
  PlanLimits limits;
  std::optional<std::string> baseline;  // kernel id or training group the report compares with
  std::string text;                     // this plan as TOML, overrides included: for --resume
};

/// The axis NAME=VALUES as typed: "size=64,256", "size=[16:256:16]", "size[pow2]=[4:10]".
/// Throws Error naming `place`.
Axis parse_axis(const std::string& text, const std::string& place);

/// A plan from TOML text; `file` names it in errors (file:line). Throws Error. The keys:
///   name, summary, question, baseline            texts
///   [limits]  budget, time_budget, timeout       durations ("2s", "3m", or seconds)
///             min_samples, max_noise             a count; a fraction
///   [[sweep]] operation, kernels, optional, optional_axes   see Sweep
///             zip = [["m", "n", "k"]], where = ["block_width <= n"]
///   [sweep.axes], [sweep.fixed]                  name = 64 | [64, 256] | "[16:256:16]";
///                                                "name[pow2]" = "[4:10]" takes exponents
///   [sweep.overrides]                            axes from the command line (see Axis::imposed),
///                                                and override_where = [...] its constraints
Plan parse_plan(const std::string& toml, const std::string& file);

/// The plan as TOML that parse_plan() reads back to the same sweeps, overrides included.
std::string to_toml(const Plan& plan);

/// The built-in plans, in the order `list` shows them.
std::vector<std::string> builtin_plan_names();
std::optional<std::string> builtin_plan_text(const std::string& name);

/// A built-in name or the path of a .toml file. Throws Error with the nearest name.
Plan load_plan(const std::string& name_or_path);

/// The plan behind `run --kernel GLOB... --axis ...` with no plan named.
Plan plan_from_kernels(const std::vector<std::string>& globs);

/// Replaces the axis in every sweep whose operation may have it (size replaces m, n, k and the
/// other way round; likewise n and bytes, epochs and steps). One value leaves the axis's zip, so
/// it holds for every row. Throws Error when no sweep can have the axis, or when it is given
/// twice. A name that turns out to be no kernel's parameter is an error of expand().
void override_axis(Plan& plan, const Axis& axis);

/// Replaces the kernel globs of every kernel sweep (`run PLAN --kernel GLOB...`). Throws Error
/// when the plan has none.
void override_kernels(Plan& plan, const std::vector<std::string>& globs);

/// `--zip m,n,k`: the axes advance together in every sweep that has them all, instead of any zip
/// they were in. Throws Error when no sweep has them all.
void override_zip(Plan& plan, const std::string& names, const std::string& place);

}  // namespace sweepmark::host
