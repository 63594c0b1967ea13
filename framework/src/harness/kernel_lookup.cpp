#include "harness/kernel_lookup.hpp"

#include <fmt/format.h>

#include "base/error.hpp"

namespace sweepmark::host {
namespace {

std::string own_id(const std::string& shown, const LoadedPlugin& plugin) {
  const std::string suffix = "@" + plugin.info.alias;
  if (!plugin.info.alias.empty() && shown.ends_with(suffix))
    return shown.substr(0, shown.size() - suffix.size());
  return shown;
}

}  // namespace

const swm_kernel& kernel_named(const std::string& shown_id, const LoadedPlugin& plugin) {
  const swm_kernel* kernel = plugin.kernel(own_id(shown_id, plugin));
  if (!kernel) throw Error(fmt::format("plugin {} has no kernel '{}'", plugin.info.path, shown_id));
  return *kernel;
}

const swm_optimizer& optimizer_named(const std::string& shown_id, const LoadedPlugin& plugin) {
  const swm_optimizer* optimizer = plugin.optimizer(own_id(shown_id, plugin));
  if (!optimizer)
    throw Error(fmt::format("plugin {} has no optimizer '{}'", plugin.info.path, shown_id));
  return *optimizer;
}

}  // namespace sweepmark::host
