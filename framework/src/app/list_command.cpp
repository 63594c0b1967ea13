#include <fmt/format.h>

#include <memory>

#include "app/command.hpp"
#include "app/loaded_plugins.hpp"
#include "plan/plan.hpp"

namespace sweepmark::host {

void add_list(CLI::App& app, Invocation&) {
  auto* command = app.add_subcommand("list", "the built-in plans and the kernels found");
  auto sources = std::make_shared<PluginSources>();
  add_plugin_options(*command, *sources);
  command->callback([sources] {
    fmt::print("Plans (sweepmark run NAME):\n");
    for (const auto& name : builtin_plan_names())
      fmt::print("  {:<16} {}\n", name, load_plan(name).summary);
    const auto plugins = load_plugins(*sources, false);
    fmt::print("\nKernels and optimizers (sweepmark plugins has their parameters):\n");
    for (const auto& p : plugins.catalog.plugins) {
      for (const auto& k : p.kernels) fmt::print("  {:<32} {}\n", shown_id(p, k.id), k.summary);
      for (const auto& o : p.optimizers) fmt::print("  {:<32} {}\n", shown_id(p, o.id), o.summary);
    }
    warn_refused(plugins);
  });
}

}  // namespace sweepmark::host
