// Where a row stands under this machine's measured ceilings, and what its working set fits in.
#pragma once
#include <optional>
#include <string>

#include "record/run_file.hpp"

namespace sweepmark::host {

struct WorkingSet {
  double bytes = 0;     // operands of one call, each once
  std::string fits_in;  // "L1", "L2", "L3" or "DRAM"; "" when the caches are not known
};

/// A + B + C of a gemm (other operations: the nominal bytes), and the smallest data or unified
/// cache that holds it.
std::optional<WorkingSet> working_set(const Measurement& m, const Environment& environment);

/// The smallest data or unified cache holding `bytes`: "L1" ... or "DRAM"; "" with no caches known.
std::string cache_holding(double bytes, const Environment& environment);

struct Roofline {
  double intensity = 0;    // flops per nominal byte
  double peak_gflops = 0;  // FMA ceiling for the dtype and threads
  std::optional<double>
      bandwidth;              // GB/s of the level the operands come from; absent: not measured
  std::string level;          // that level
  double ceiling_gflops = 0;  // min(peak, intensity * bandwidth)
  double fraction = 0;        // own rate / ceiling
  bool compute_side = true;   // false: bandwidth sets the ceiling
};

/// Nothing without a rate or a ceiling for its dtype and threads. Operands of a hot row come from
/// the level that holds the working set, of a cold row from DRAM. Bandwidths are one thread's; with
/// more threads private levels (L1, L2) scale by the threads and shared ones are taken as unknown.
/// Source: Williams, Waterman and Patterson, Comm. ACM 52(4), 2009.
std::optional<Roofline> roofline(const Measurement& m, const RunHeader& header);

}  // namespace sweepmark::host
