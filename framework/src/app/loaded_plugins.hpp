// The catalogue of an invocation, with what is said about files that were refused.
#pragma once
#include <vector>

#include "base/error.hpp"
#include "plugin/catalog.hpp"
#include "plugin/search.hpp"

namespace sweepmark::host {

struct LoadedPlugins {
  Catalog catalog;
  bool named_by_user = false;  // by --plugin or --plugin-dir: a refusal is then a failure

  ExitCode exit_code() const;
};

/// Finds and probes. Throws Error when every file named by the user was refused.
LoadedPlugins load_plugins(const PluginSources& sources, bool in_process);

/// The devices the plugins see, each once.
std::vector<GpuDevice> devices_seen(const Catalog& catalog);

/// One line per refused file on standard error.
void warn_refused(const LoadedPlugins& plugins);

}  // namespace sweepmark::host
