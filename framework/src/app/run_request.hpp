// What `sweepmark run` was asked to do: its options, and the plan they amount to.
#pragma once
#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/exports.hpp"
#include "plan/plan.hpp"
#include "plugin/search.hpp"

namespace sweepmark::host {

struct RunRequest {
  std::vector<std::string> plans, kernels, axes, zips, constraints;
  std::vector<std::string> data_folders;
  std::string data, target;  // --data FILE --target COLUMN
  std::string filter, output, resume, baseline, color = "auto";
  std::string budget, time_budget, timeout;  // durations as typed
  std::optional<std::int64_t> min_samples;
  std::optional<double> max_noise;
  std::uint64_t seed = 0;
  bool list = false, dry_run = false, aa = false, reproduce = false, quiet = false,
       in_process = false, profile = false;
  PluginSources plugins;
  Exports exports;

  void add_options(CLI::App& command);
};

/// The plans named (the default one when none and no --kernel), merged, with --axis, --zip, --where
/// and the limits given on the command line put in. Throws Error.
Plan plan_of(const RunRequest& request);

}  // namespace sweepmark::host
