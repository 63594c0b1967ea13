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
};

/// `operation` is gemm, gradient, sgd_epoch, read, triad, fma, training or noise.
struct Sweep {
  std::string operation = "gemm";
  std::vector<std::string> kernels;  // globs over kernel ids; a leading '!' excludes
  std::vector<Axis> axes;
  std::vector<std::vector<std::string>> zips;                  // axis names that advance together
  std::vector<std::pair<std::string, std::string>> constraints;  // expression, place
  /// Settings that are not swept: dataset options, epochs, targets, starting point, ...
  std::vector<Axis> fixed;
  std::string place;
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
  std::string text;                     // the TOML it came from, stored for --resume
};

/// The axis NAME=VALUES as typed: "size=64,256", "size=[16:256:16]", "size[pow2]=[4:10]".
/// Throws Error naming `place`.
Axis parse_axis(const std::string& text, const std::string& place);

/// A plan from TOML text; `file` names it in errors (file:line). Throws Error.
Plan parse_plan(const std::string& toml, const std::string& file);

/// The built-in plans, in the order `list` shows them.
std::vector<std::string> builtin_plan_names();
std::optional<std::string> builtin_plan_text(const std::string& name);

/// A built-in name or the path of a .toml file. Throws Error with the nearest name.
Plan load_plan(const std::string& name_or_path);

/// The plan behind `run --kernel GLOB... --axis ...` with no plan named.
Plan plan_from_kernels(const std::vector<std::string>& globs);

/// Replaces the axis in every sweep whose operation has it (size replaces m, n, k and the other
/// way round). Throws Error when no sweep of the plan knows the axis.
void override_axis(Plan& plan, const Axis& axis);

}  // namespace sweepmark::host
