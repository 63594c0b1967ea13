// The rates no honest row can beat, measured with the ceiling kernels of whatever plugin has them.
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "plugin/catalog.hpp"
#include "record/environment.hpp"
#include "record/measurement.hpp"
#include "worker/pool.hpp"

namespace sweepmark::host {

/// The multiply-add case whose rate is the ceiling of a CPU problem with this dtype and these
/// threads; nothing when no plugin has such a kernel.
std::optional<Case> fma_case(const Catalog& catalog, Dtype dtype, int threads);

/// FMA rate for each dtype at one thread and at all usable CPUs, read bandwidth of each cache level
/// and DRAM on one thread, empty-call cost. `finished` sees every row behind them. Throws Error
/// when no plugin offers the ceiling kernels.
Ceilings measure_ceilings(const Catalog& catalog, WorkerPool& pool, const Environment& environment,
                          const std::function<void(const Measurement&)>& finished);

/// The multiply-add rate beside a row, in GFLOP/s.
struct Peak {
  double median = 0;   // of the samples in the row's own rounds: what it could have reached
  double highest = 0;  // of all samples of the run and of `sweepmark machine`: what is possible
};

/// min(peak, intensity * bandwidth) in GFLOP/s for the row, with the bandwidth of the smallest
/// level that holds its working set (cold: DRAM).
double roofline_gflops(const Measurement& m, double peak_gflops,
                       const std::optional<Ceilings>& ceilings, const Environment& environment);

/// Sets roofline_fraction from the median; a row above 1.03 times the highest multiply-add rate or
/// the L1 bandwidth gets a note, one above 1.10 becomes wrong: it cannot have done the work.
void judge_by_ceilings(Measurement& m, const Peak& peak, const std::optional<Ceilings>& ceilings,
                       const Environment& environment);

}  // namespace sweepmark::host
