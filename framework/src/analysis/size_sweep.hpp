// What happens as one dimension grows: which kernel takes over where, and where the rate falls.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/configuration.hpp"
#include "record/run_file.hpp"

namespace sweepmark::host {

struct SizePoint {
  std::int64_t size = 0;
  std::size_t index = 0;  // into RunFile::measurements
};

/// One configuration along one axis: `size` (m = n = k), or m, n or k with the others fixed.
struct SizeSeries {
  Configuration configuration;
  std::vector<SizePoint> points;  // ascending
};

/// Between two sizes one kernel stops and another starts to be faster. Each side is the kernel at
/// its best settings of that size.
struct Crossover {
  std::string slower_before, faster_after;  // the kernel that takes over is `faster_after`
  double at = 0;                            // where the log-interpolated times meet
  std::int64_t last_before = 0;             // last size where the old winner is ahead for certain
  std::int64_t first_after = 0;             // first size where the new one is ahead for certain
};

/// A size whose rate is below both neighbours' by more than their intervals allow (and 5%).
struct Cliff {
  Configuration configuration;
  std::int64_t size = 0;
  std::size_t index = 0;
  double drop = 0;  // 1 - rate / the lower neighbour's rate
};

struct SizeSweep {
  std::string family;  // operation, dtype, threads, cache
  std::string axis;    // size, m, n or k
  std::string fixed;   // "m=64 n=64": the dimensions that stay; "" for size
  std::vector<std::int64_t> sizes;
  std::vector<SizeSeries> series;
  std::vector<Crossover> crossovers;
  std::vector<Cliff> cliffs;
};

/// Every axis with three different sizes or more. Ordinary rows only.
std::vector<SizeSweep> find_size_sweeps(const RunFile& run);

}  // namespace sweepmark::host
