// The library behind one kernel, of plugins that have one for each ("swm.libraries/1").
#pragma once
#include <sweepmark/abi.h>

#include <string>

namespace sweepmark::host {

bool has_library_per_kernel(const swm_plugin& plugin);

/// The plugin's own words for the library behind the kernel, after the kernel was prepared; "" when
/// the plugin has one library for all.
std::string kernel_library(const swm_plugin& plugin, const std::string& kernel_id);

}  // namespace sweepmark::host
