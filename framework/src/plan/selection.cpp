#include "plan/selection.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace sweepmark::host {
namespace {

std::vector<SelectedKernel> offered(const Catalog& catalog, std::optional<Operation> operation,
                                    std::vector<std::string>& notes) {
  std::vector<SelectedKernel> all;
  for (const auto& plugin : catalog.plugins) {
    if (!plugin.accepted) continue;
    for (const auto& kernel : plugin.kernels) {
      if (operation && kernel.operation != *operation) continue;
      const SelectedKernel found{&plugin, &kernel, shown_id(plugin, kernel.id)};
      const auto twin = std::find_if(all.begin(), all.end(),
                                     [&](const auto& k) { return k.shown == found.shown; });
      if (twin == all.end())
        all.push_back(found);
      else
        notes.push_back(
            fmt::format("{} is offered by {} and by {}: the first is taken; --plugin "
                        "name={} gives the other a name of its own",
                        found.shown, plugin_key(*twin->plugin), plugin_key(plugin), plugin.path));
    }
  }
  return all;
}

bool matches(std::string_view glob, const std::string& id, const std::string& shown) {
  return glob_match(glob, id) || glob_match(glob, shown);
}

/// Ids and the globs over their families, so that gemm.blsa.* finds gemm.blas.*.
std::vector<std::string> near_candidates(const std::vector<std::string>& ids, bool families) {
  std::vector<std::string> names;
  for (const auto& id : ids) {
    names.push_back(id);
    if (!families) continue;
    for (auto dot = id.find('.'); dot != std::string::npos; dot = id.find('.', dot + 1))
      names.push_back(id.substr(0, dot + 1) + "*");
  }
  return names;
}

bool is_pattern(std::string_view glob) { return glob.find_first_of("*?") != std::string::npos; }

std::string no_kernel(const Catalog& catalog, const std::string& glob,
                      std::optional<Operation> operation) {
  std::vector<std::string> ids;
  for (const auto& plugin : catalog.plugins)
    for (const auto& kernel : plugin.kernels) {
      if (!plugin.accepted) continue;
      if (operation && kernel.operation != *operation) {
        if (matches(glob, kernel.id, shown_id(plugin, kernel.id)))
          return fmt::format(
              "'{}' matches only kernels of another operation ({} is of {}), expected {}", glob,
              kernel.id, to_string(kernel.operation), to_string(*operation));
        continue;
      }
      ids.push_back(kernel.id);
    }
  return fmt::format("no kernel matches '{}'{}", glob,
                     did_you_mean(glob, near_candidates(ids, is_pattern(glob))));
}

}  // namespace

KernelSelection select_kernels(const Catalog& catalog, const std::vector<std::string>& globs,
                               std::optional<Operation> operation) {
  KernelSelection selection;
  const auto all = offered(catalog, operation, selection.notes);
  std::vector<std::string> wanted, excluded;
  for (const auto& glob : globs)
    (glob.starts_with('!') ? excluded : wanted)
        .push_back(glob.starts_with('!') ? glob.substr(1) : glob);
  if (wanted.empty()) wanted.emplace_back("*");
  std::vector<bool> taken(all.size(), false);
  for (const auto& glob : wanted) {
    bool found = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!matches(glob, all[i].kernel->id, all[i].shown)) continue;
      found = true;
      const bool out = std::any_of(excluded.begin(), excluded.end(), [&](const auto& e) {
        return matches(e, all[i].kernel->id, all[i].shown);
      });
      if (out || taken[i]) continue;
      taken[i] = true;
      selection.kernels.push_back(all[i]);
    }
    if (!found) selection.unmatched.push_back(no_kernel(catalog, glob, operation));
  }
  return selection;
}

std::vector<SelectedOptimizer> select_optimizers(const Catalog& catalog, const std::string& glob) {
  std::vector<SelectedOptimizer> found;
  const std::string full = "optimizer." + glob;
  for (const auto& plugin : catalog.plugins) {
    if (!plugin.accepted) continue;
    for (const auto& optimizer : plugin.optimizers) {
      const std::string shown = shown_id(plugin, optimizer.id);
      if (!matches(glob, optimizer.id, shown) && !matches(full, optimizer.id, shown)) continue;
      if (std::none_of(found.begin(), found.end(), [&](const auto& o) { return o.shown == shown; }))
        found.push_back({&plugin, &optimizer, shown});
    }
  }
  return found;
}

std::string no_optimizer(const Catalog& catalog, const std::string& glob) {
  std::vector<std::string> ids;
  for (const auto& plugin : catalog.plugins)
    for (const auto& optimizer : plugin.optimizers)
      if (plugin.accepted) ids.push_back(optimizer.id);
  std::string near = did_you_mean(glob, near_candidates(ids, is_pattern(glob)));
  if (near.empty()) near = did_you_mean("optimizer." + glob, ids);
  return fmt::format("no optimizer matches '{}'{}", glob, near);
}

}  // namespace sweepmark::host
