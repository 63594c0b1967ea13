#include "app/run_request.hpp"

#include <fmt/format.h>

#include "app/command.hpp"
#include "base/units.hpp"

namespace sweepmark::host {
namespace {

constexpr const char* default_plan = "default";

double seconds_of(const std::string& text, const char* option) {
  const auto seconds = parse_duration_seconds(text);
  if (!seconds || *seconds <= 0)
    throw Error(
        fmt::format("{}: found '{}', expected a duration such as 2s, 500ms or 3m", option, text));
  return *seconds;
}

// The sweeps of all, under one name; the first plan that sets a limit sets it for all.
Plan merged(std::vector<Plan> plans) {
  Plan merged = std::move(plans.front());
  for (std::size_t i = 1; i < plans.size(); ++i) {
    auto& plan = plans[i];
    merged.name += "+" + plan.name;
    merged.sweeps.insert(merged.sweeps.end(), plan.sweeps.begin(), plan.sweeps.end());
    const auto take = [](auto& to, const auto& from) {
      if (!to) to = from;
    };
    take(merged.limits.budget_seconds, plan.limits.budget_seconds);
    take(merged.limits.min_samples, plan.limits.min_samples);
    take(merged.limits.max_noise, plan.limits.max_noise);
    take(merged.limits.time_budget_seconds, plan.limits.time_budget_seconds);
    take(merged.limits.timeout_seconds, plan.limits.timeout_seconds);
    take(merged.baseline, plan.baseline);
  }
  return merged;
}

void apply_limits(const RunRequest& request, PlanLimits& limits) {
  if (!request.budget.empty()) limits.budget_seconds = seconds_of(request.budget, "--budget");
  if (!request.time_budget.empty())
    limits.time_budget_seconds = seconds_of(request.time_budget, "--time-budget");
  if (!request.timeout.empty()) limits.timeout_seconds = seconds_of(request.timeout, "--timeout");
  if (request.min_samples) limits.min_samples = request.min_samples;
  if (request.max_noise) limits.max_noise = request.max_noise;
}

void apply_data(const RunRequest& request, Plan& plan) {
  if (!request.data.empty()) override_axis(plan, {"dataset", {request.data}, "--data", true});
  if (!request.target.empty()) override_axis(plan, {"target", {request.target}, "--target", true});
}

void apply_constraints(const RunRequest& request, Plan& plan) {
  for (const auto& zip : request.zips) override_zip(plan, zip, "--zip " + zip);
  for (auto& sweep : plan.sweeps)
    for (const auto& text : request.constraints) sweep.constraints.emplace_back(text, "--where");
}

}  // namespace

void RunRequest::add_options(CLI::App& command) {
  command.add_option("plan", plans, "built-in plans or .toml files (default: the plan 'default')");
  command.add_option("--kernel,-k", kernels, "kernel ids or globs, instead of a plan's")
      ->type_name("GLOB")
      ->allow_extra_args(false);
  command.add_option("--axis,-a", axes, "NAME=V,V | NAME=[a:b:step] | NAME[pow2]=[a:b]")
      ->type_name("AXIS")
      ->allow_extra_args(false);
  command.add_option("--zip", zips, "axes that advance together: m,n,k")->allow_extra_args(false);
  command.add_option("--where", constraints, "keep cases for which this holds: 'tile <= n'")
      ->allow_extra_args(false);
  command.add_option("--filter", filter, "keep case ids that match this glob");
  command.add_flag("--list", list, "print the case ids and stop");
  command.add_flag("--dry-run", dry_run, "say how many cases and how long, and stop");
  command.add_option("--budget", budget, "sampling time of one case, e.g. 2s");
  command.add_option("--time-budget", time_budget, "time of the whole run, e.g. 2m");
  command.add_option("--timeout", timeout, "longest wait for one answer of a plugin");
  command.add_option("--min-samples", min_samples, "samples before a case may stop (20)")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1000000}));
  command.add_option("--max-noise", max_noise, "half-width of the median's interval (0.01)")
      ->check(CLI::Range(0.0001, 1.0));
  command.add_option("--seed", seed, "of inputs, orders and training");
  command.add_option("--output,-o", output, "the store file (default: a new one in results/)");
  command.add_option("--resume", resume, "measure what this store file lacks");
  command.add_option("--baseline", baseline, "kernel the others are compared with");
  command.add_flag("--aa", aa, "measure the baseline against itself too");
  command.add_flag("--reproduce", reproduce, "print each row's own command under its table");
  command.add_flag("--quiet,-q", quiet, "no progress and no table");
  command.add_option("--color", color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  command.add_flag("--in-process", in_process, "no worker processes: for perf, gdb and ncu");
  command.add_flag("--profile", profile,
                   "run each case for about 10 ms in this process, stored nowhere");
  command.add_option("--data-dir", data_folders, "look for data sets here first")
      ->type_name("DIR")
      ->allow_extra_args(false);
  command.add_option("--data", data, "train on this file instead of the plan's data set");
  command.add_option("--target", target, "the column to predict (default: the last)");
  add_plugin_options(command, plugins);
  exports.add_options(command);
}

Plan plan_of(const RunRequest& request) {
  std::vector<Plan> plans;
  if (!request.plans.empty())
    for (const auto& name : request.plans) plans.push_back(load_plan(name));
  else if (!request.kernels.empty())
    plans.push_back(plan_from_kernels(request.kernels));
  else
    plans.push_back(load_plan(default_plan));
  Plan plan = merged(std::move(plans));
  if (!request.plans.empty() && !request.kernels.empty()) override_kernels(plan, request.kernels);
  for (const auto& axis : request.axes)
    override_axis(plan, parse_axis(axis, "--axis " + axis.substr(0, axis.find_first_of("=["))));
  apply_data(request, plan);
  apply_constraints(request, plan);
  apply_limits(request, plan.limits);
  if (!request.baseline.empty()) plan.baseline = request.baseline;
  return plan;
}

}  // namespace sweepmark::host
