// Checks a plugin's tables (rules 1 and 2) and turns them into catalogue data.
#pragma once
#include <sweepmark/abi.h>

#include "plugin/catalog.hpp"

namespace sweepmark::host {

/// Throws Error with what was found and what was expected: wrong ABI version, a struct smaller than
/// version 1.0's, a missing id or function, an id twice, a parameter whose range is empty.
void check_tables(const swm_plugin* plugin);

/// Fills id, version, compiler, flags, kernels and optimizers from checked tables.
void describe_tables(const swm_plugin& plugin, PluginInfo& info);

}  // namespace sweepmark::host
