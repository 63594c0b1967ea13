// From the id a case shows to the plugin's table: the "@alias" of a named build is taken off.
#pragma once
#include <string>

#include "plugin/library.hpp"

namespace sweepmark::host {

/// Each throws Error when the plugin offers no such id.
const swm_kernel& kernel_named(const std::string& shown_id, const LoadedPlugin& plugin);
const swm_optimizer& optimizer_named(const std::string& shown_id, const LoadedPlugin& plugin);

}  // namespace sweepmark::host
