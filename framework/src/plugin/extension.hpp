// A plugin's extension tables by id.
#pragma once
#include <sweepmark/abi.h>

namespace sweepmark::host {

/// The table, or null where the plugin has none; the caller tests its size field by field.
const void* extension_table(const swm_plugin* plugin, const char* id);

}  // namespace sweepmark::host
