#include "plugin/kernel_library.hpp"

#include "plugin/extension.hpp"

namespace sweepmark::host {
namespace {

const swm_libraries* libraries_of(const swm_plugin* plugin) {
  const auto* found =
      static_cast<const swm_libraries*>(extension_table(plugin, SWM_LIBRARIES_EXTENSION));
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
