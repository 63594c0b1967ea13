#include "plugin/kernel_library.hpp"

namespace sweepmark::host {
namespace {

const swm_libraries* libraries_of(const swm_plugin* plugin) {
  if (!SWM_HAS(plugin, swm_plugin, extension) || !plugin->extension) return nullptr;
  const auto* found = static_cast<const swm_libraries*>(plugin->extension(SWM_LIBRARIES_EXTENSION));
  return SWM_HAS(found, swm_libraries, describe) && found->describe ? found : nullptr;
}

}  // namespace

bool has_library_per_kernel(const swm_plugin& plugin) { return libraries_of(&plugin) != nullptr; }

std::string kernel_library(const swm_plugin& plugin, const std::string& kernel_id) {
  const swm_libraries* libraries = libraries_of(&plugin);
  const char* text = libraries ? libraries->describe(kernel_id.c_str()) : nullptr;
  return text ? text : "";
}

}  // namespace sweepmark::host
