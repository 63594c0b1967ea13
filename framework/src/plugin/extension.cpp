#include "plugin/extension.hpp"

namespace sweepmark::host {

const void* extension_table(const swm_plugin* plugin, const char* id) {
  if (!SWM_HAS(plugin, swm_plugin, extension) || !plugin->extension) return nullptr;
  return plugin->extension(id);
}

}  // namespace sweepmark::host
