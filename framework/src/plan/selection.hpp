// Globs over the catalogue: which kernels and optimizers a sweep means.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "plugin/catalog.hpp"

namespace sweepmark::host {

struct SelectedKernel {
  const PluginInfo* plugin = nullptr;
  const KernelInfo* kernel = nullptr;
  std::string shown;  // the id with its plugin's alias
};

struct SelectedOptimizer {
  const PluginInfo* plugin = nullptr;
  const OptimizerInfo* optimizer = nullptr;
  std::string shown;
};

struct KernelSelection {
  std::vector<SelectedKernel> kernels;  // in the order of the globs, then of the catalogue
  std::vector<std::string> notes;       // an id that two files offer: the first is taken
  /// Globs that match no kernel of the operation, each with a sentence and the nearest id.
  std::vector<std::string> unmatched;
};

/// A glob matches the id with or without its alias; '!glob' takes away; no glob selects all.
/// `operation` absent: kernels of every operation.
KernelSelection select_kernels(const Catalog& catalog, const std::vector<std::string>& globs,
                               std::optional<Operation> operation);

/// Optimizers by glob, "optimizer." being understood: "sgd" is optimizer.sgd.
std::vector<SelectedOptimizer> select_optimizers(const Catalog& catalog, const std::string& glob);

/// "no optimizer matches 'x'; did you mean 'y'?"
std::string no_optimizer(const Catalog& catalog, const std::string& glob);

}  // namespace sweepmark::host
