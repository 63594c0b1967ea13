// What to use at each problem: the configurations tied for best, and what one default would cost.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/configuration.hpp"
#include "analysis/group_summary.hpp"

namespace sweepmark::host {

struct DispatchEntry {
  Problem problem;
  std::size_t best = 0;           // into RunFile::measurements
  std::vector<std::size_t> tied;  // the best and all that cannot be told from it
};

/// Using one configuration at every problem of the family.
struct DefaultLoss {
  Configuration configuration;
  double mean = 0;   // geometric mean of own time / best time, minus 1
  double worst = 0;  // the largest of them, minus 1
  Problem worst_at;
};

/// Problems that differ in their dimensions only.
struct DispatchFamily {
  std::string family;                  // operation, dtype, threads, cache
  std::vector<DispatchEntry> entries;  // by operation count
  std::vector<DefaultLoss> defaults;  // configurations measured at every problem, least worst first
};

/// Ordinary rows only (native math, not prepacked), in the order families first appear.
std::vector<DispatchFamily> find_dispatch(const RunFile& run,
                                          const std::vector<GroupSummary>& groups);

}  // namespace sweepmark::host
