// Loads a plugin file for good, and checks its tables before anything in them is used.
#pragma once
#include <sweepmark/abi.h>

#include <string>

#include "plugin/catalog.hpp"

namespace sweepmark::host {

struct LoadedPlugin {
  PluginInfo info;
  const swm_plugin* descriptor = nullptr;  // null when info.accepted is false
  const swm_kernel* kernel(const std::string& id) const;
  const swm_optimizer* optimizer(const std::string& id) const;
};

/// Opens the file in this process and reads its tables. Never throws for a bad plugin: info.reason
/// says what was found and what was expected. The library stays loaded until the process ends:
/// unloading after a plugin started threads crashes. State it changed while loading is put back and
/// named in info.warnings.
LoadedPlugin load_plugin(const std::string& path, const std::string& alias);

}  // namespace sweepmark::host
