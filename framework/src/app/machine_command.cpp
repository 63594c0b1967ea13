#include <fmt/format.h>

#include <memory>

#include "app/command.hpp"
#include "app/loaded_plugins.hpp"
#include "app/machine_file.hpp"
#include "app/tally.hpp"
#include "base/units.hpp"
#include "harness/machine.hpp"
#include "record/json.hpp"
#include "worker/ceilings.hpp"

namespace sweepmark::host {
namespace {

struct MachineRequest {
  bool measure = false, json = false;
  PluginSources plugins;
};

void print_gpu(const GpuDevice& g) {
  fmt::print("GPU      {}, capability {}, driver {}, runtime {}", g.name, g.capability, g.driver,
             g.runtime);
  if (g.memory_bytes) fmt::print(", {}", format_bytes(static_cast<double>(*g.memory_bytes)));
  if (g.multiprocessors) fmt::print(", {} multiprocessors", *g.multiprocessors);
  if (g.clock_mhz) fmt::print(", {} MHz", *g.clock_mhz);
  fmt::print("\n");
}

void print_environment(const Environment& e) {
  fmt::print("host     {}\ncpu      {}\nusable   {} CPUs", e.host, e.cpu, e.usable_cpus);
  if (e.online_cpus) fmt::print(" of {} online", *e.online_cpus);
  fmt::print("\n");
  for (const auto& c : e.caches)
    fmt::print("L{}       {} {}, shared by {}\n", c.level,
               format_bytes(static_cast<double>(c.bytes)), c.type, c.shared_by);
  for (const auto& g : e.gpus) print_gpu(g);
  if (e.memory_bytes)
    fmt::print("memory   {}\n", format_bytes(static_cast<double>(*e.memory_bytes)));
  fmt::print("system   {}\ngovernor {}\nASLR     {}\nbuild    {}, {} {}\n", e.os,
             e.governor.value_or("unknown"), e.aslr ? (*e.aslr ? "on" : "off") : "unknown",
             e.compiler, e.build_type, e.flags);
}

void print_ceilings(const Ceilings& c) {
  fmt::print("\nmultiply-add rate, GFLOP/s\n");
  for (const auto& [dtype, by_threads] : c.gflops)
    for (const auto& [threads, rate] : by_threads)
      fmt::print("  {:<4} {:>3} thread{} {:>9}\n", dtype, threads, threads == 1 ? " " : "s",
                 format_number(rate));
  fmt::print("read bandwidth, one thread, GB/s\n");
  for (const auto& [level, rate] : c.gbytes_per_second)
    fmt::print("  {:<16} {:>9}\n", level, format_number(rate));
  if (c.empty_call_ns) fmt::print("empty call       {:>9}\n", format_duration(*c.empty_call_ns));
}

Ceilings measured_anew(const LoadedPlugins& plugins, const Environment& environment) {
  WorkerPool pool(false);
  const auto ceilings =
      measure_ceilings(plugins.catalog, pool, environment, [](const Measurement& m) {
        if (m.outcome != Outcome::measured) fmt::print(stderr, "{}\n", log_line(m));
      });
  save_ceilings(environment, ceilings);
  return ceilings;
}

void describe_machine(const MachineRequest& request) {
  const auto plugins = load_plugins(request.plugins, false);
  auto environment = probe_environment();
  environment.gpus = devices_seen(plugins.catalog);
  auto ceilings = load_ceilings(environment);
  const bool fresh = request.measure || !ceilings;
  if (fresh) ceilings = measured_anew(plugins, environment);
  if (request.json) {
    fmt::print(
        "{}\n",
        Json{{"environment", to_json(environment)}, {"ceilings", to_json(*ceilings)}}.dump(2));
    return;
  }
  print_environment(environment);
  print_ceilings(*ceilings);
  fmt::print("{} {}\n", fresh ? "stored in" : "from", machine_file_path(environment));
}

}  // namespace

void add_machine(CLI::App& app, Invocation&) {
  auto* command = app.add_subcommand("machine", "what this machine is and what it can reach");
  auto request = std::make_shared<MachineRequest>();
  command->add_flag("--measure", request->measure, "measure the ceilings again");
  command->add_flag("--json", request->json, "as one JSON object");
  add_plugin_options(*command, request->plugins);
  command->callback([request] { describe_machine(*request); });
}

}  // namespace sweepmark::host
