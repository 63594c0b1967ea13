// The rules of abi.h as checks on one plugin: each kernel through odd shapes, dtypes and tunings.
#pragma once
#include "plugin/catalog.hpp"

namespace sweepmark::host {

/// Prints what breaks a rule, or that all hold; true when all hold.
bool check_conformance(const PluginInfo& plugin);

}  // namespace sweepmark::host
