#include "app/loaded_plugins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "worker/pool.hpp"

namespace sweepmark::host {
namespace {
constexpr double probe_timeout_seconds = 30;

bool refused(const PluginInfo& p) { return !p.accepted; }
}  // namespace

ExitCode LoadedPlugins::exit_code() const {
  const auto& all = catalog.plugins;
  return named_by_user && std::any_of(all.begin(), all.end(), refused) ? ExitCode::failed
                                                                       : ExitCode::ok;
}

LoadedPlugins load_plugins(const PluginSources& sources, bool in_process) {
  LoadedPlugins loaded;
  loaded.named_by_user = !sources.files.empty() || !sources.directories.empty();
  loaded.catalog = probe_plugins(find_plugins(sources), in_process, probe_timeout_seconds);
  const auto& all = loaded.catalog.plugins;
  if (std::all_of(all.begin(), all.end(), refused)) {
    if (all.empty())
      throw Error(fmt::format("no plugin found (looked for *.swm.so in {})",
                              sources.directories.empty() ? default_plugin_directory()
                                                          : sources.directories.front()),
                  ExitCode::failed);
    warn_refused(loaded);
    throw Error("no plugin could be loaded", ExitCode::failed);
  }
  return loaded;
}

// Plugins of one kind of device see the same ones, in the same order.
std::vector<GpuDevice> devices_seen(const Catalog& catalog) {
  std::vector<GpuDevice> most;
  for (const auto& p : catalog.plugins)
    if (p.devices.size() > most.size()) most = p.devices;
  return most;
}

void warn_refused(const LoadedPlugins& plugins) {
  for (const auto& p : plugins.catalog.plugins) {
    if (!p.accepted) fmt::print(stderr, "refused: {}: {}\n", p.path, p.reason);
    for (const auto& warning : p.warnings) fmt::print(stderr, "warning: {}: {}\n", p.path, warning);
  }
}

}  // namespace sweepmark::host
