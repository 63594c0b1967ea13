#include "analysis/roofline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace sweepmark::host {

std::string cache_holding(double bytes, const Environment& environment) {
  int best_level = std::numeric_limits<int>::max();
  bool known = false;
  for (const auto& cache : environment.caches) {
    if (cache.type == "instruction") continue;
    known = true;
    if (static_cast<double>(cache.bytes) >= bytes) best_level = std::min(best_level, cache.level);
  }
  if (!known) return "";
  return best_level == std::numeric_limits<int>::max() ? "DRAM" : fmt::format("L{}", best_level);
}

std::optional<WorkingSet> working_set(const Measurement& m, const Environment& environment) {
  double bytes = m.bytes.value_or(0);
  if (m.problem.operation == Operation::gemm && m.operation == "gemm") {
    const auto rows = static_cast<double>(m.problem.m), columns = static_cast<double>(m.problem.n),
               depth = static_cast<double>(m.problem.k);
    bytes = static_cast<double>(bytes_per_element(m.problem.dtype)) *
            (rows * depth + depth * columns + rows * columns);
  }
  if (!(bytes > 0)) return std::nullopt;
  return WorkingSet{bytes, cache_holding(bytes, environment)};
}

namespace {

std::optional<double> bandwidth_of(const Ceilings& ceilings, const std::string& level,
                                   int threads) {
  const auto it = ceilings.gbytes_per_second.find(level);
  if (it == ceilings.gbytes_per_second.end()) return std::nullopt;
  if (threads <= 1) return it->second;
  if (level == "L1" || level == "L2") return it->second * threads;
  return std::nullopt;
}

}  // namespace

std::optional<Roofline> roofline(const Measurement& m, const RunHeader& header) {
  if (!header.ceilings || !m.gflops || !m.flops || !m.bytes || !(*m.bytes > 0) ||
      m.outcome != Outcome::measured || m.device != "cpu")
    return std::nullopt;
  const auto by_threads = header.ceilings->gflops.find(std::string(to_string(m.problem.dtype)));
  if (by_threads == header.ceilings->gflops.end()) return std::nullopt;
  const auto peak = by_threads->second.find(m.problem.threads);
  if (peak == by_threads->second.end() || !(peak->second > 0)) return std::nullopt;
  Roofline r;
  r.intensity = *m.flops / *m.bytes;
  r.peak_gflops = r.ceiling_gflops = peak->second;
  const auto set = working_set(m, header.environment);
  r.level = m.cache == CacheMode::cold || !set ? "DRAM" : set->fits_in;
  r.bandwidth = bandwidth_of(*header.ceilings, r.level, m.problem.threads);
  if (r.bandwidth && r.intensity * *r.bandwidth < r.peak_gflops) {
    r.ceiling_gflops = r.intensity * *r.bandwidth;
    r.compute_side = false;
  }
  r.fraction = *m.gflops / r.ceiling_gflops;
  return r;
}

}  // namespace sweepmark::host
