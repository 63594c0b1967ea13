#include "app/self_comparison.hpp"

#include <fmt/format.h>

#include "analysis/noise_floor.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

namespace sweepmark::host {
namespace {

// The key of the plugin's second loading.
std::string twin_key(Catalog& catalog, const std::string& key) {
  const PluginInfo* plugin = catalog.find(key);
  // shown_id puts "@alias" behind a kernel's id: "aa" alone, or "old@aa" for a named build.
  const std::string suffix = self_alias;
  const std::string alias = plugin->alias.empty() ? suffix.substr(1) : plugin->alias + suffix;
  const PluginInfo* taken = catalog.find(alias);
  if (taken && taken->path != plugin->path)
    throw Error("--aa: the baseline matches kernels of several plugins, expected one");
  if (!taken) {
    PluginInfo twin = *plugin;
    twin.alias = alias;
    catalog.plugins.push_back(std::move(twin));
  }
  return alias;
}

}  // namespace

void add_twins(ExpandedPlan& plan, Catalog& catalog, const std::string& baseline) {
  std::vector<Case> with_twins;
  bool found = false;
  for (const auto& c : plan.cases) {
    with_twins.push_back(c);
    if (c.settled || !(glob_match(baseline, c.kernel) || c.kernel == baseline)) continue;
    found = true;
    Case twin = c;
    twin.plugin = twin_key(catalog, c.plugin);
    twin.kernel = c.kernel + self_alias;
    with_twins.push_back(std::move(twin));
  }
  if (!found)
    throw Error(fmt::format("--aa: no case of the plan uses the baseline '{}'", baseline));
  plan.cases = std::move(with_twins);
}

}  // namespace sweepmark::host
