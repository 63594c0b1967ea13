#include "worker/ceilings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/units.hpp"
#include "ops/operation.hpp"
#include "worker/sweep.hpp"

namespace sweepmark::host {
namespace {

// A multiple of every register width times the chains of the kernel; long enough to lose the call.
constexpr std::int64_t chains_per_thread = 160, chain_steps = 4096;

std::optional<Case> ceiling_case(const Catalog& catalog, Operation operation, Dtype dtype,
                                 int threads) {
  for (const auto& plugin : catalog.plugins) {
    if (!plugin.accepted) continue;
    for (const auto& kernel : plugin.kernels)
      // By name too: a copy to a device reads host memory, but not at the host's own rate.
      if (kernel.operation == operation && kernel.id.starts_with("ceiling.cpu.")) {
        Case c;
        c.kernel = shown_id(plugin, kernel.id);
        c.plugin = plugin_key(plugin);
        c.problem.operation = operation;
        c.problem.dtype = dtype;
        c.problem.threads = threads;
        return c;
      }
  }
  return std::nullopt;
}

struct Level {
  std::string name;
  std::int64_t bytes;
};

// A working set well inside each level: half of a cache, and for L3 a few times L2 (a virtual
// machine reports the whole socket's L3, which one core never gets).
std::vector<Level> levels_of(const Environment& environment) {
  std::vector<Level> levels;
  std::int64_t l2 = std::int64_t{1} << 20;
  for (const auto& cache : environment.caches) {
    if (cache.level == 2) l2 = cache.bytes;
    if (cache.level <= 2)
      levels.push_back({fmt::format("L{}", cache.level), cache.bytes / 2});
    else
      levels.push_back({fmt::format("L{}", cache.level), std::min(cache.bytes / 2, l2 * 4)});
  }
  constexpr std::int64_t beyond_caches = std::int64_t{256} << 20;
  levels.push_back({"DRAM", beyond_caches});
  return levels;
}

std::string level_holding(double bytes, const Environment& environment) {
  std::string name = "DRAM";
  double smallest = 0;
  for (const auto& cache : environment.caches)
    if (bytes <= static_cast<double>(cache.bytes) &&
        (smallest == 0 || static_cast<double>(cache.bytes) < smallest)) {
      smallest = static_cast<double>(cache.bytes);
      name = fmt::format("L{}", cache.level);
    }
  return name;
}

std::optional<double> bandwidth_of(const std::optional<Ceilings>& ceilings,
                                   const std::string& level) {
  if (!ceilings) return std::nullopt;
  const auto it = ceilings->gbytes_per_second.find(level);
  if (it == ceilings->gbytes_per_second.end()) return std::nullopt;
  return it->second;
}

}  // namespace

std::optional<Case> fma_case(const Catalog& catalog, Dtype dtype, int threads) {
  auto c = ceiling_case(catalog, Operation::fma, dtype, threads);
  if (!c) return c;
  c->problem.n = chains_per_thread * threads;
  c->problem.k = chain_steps;
  return c;
}

Ceilings measure_ceilings(const Catalog& catalog, WorkerPool& pool, const Environment& environment,
                          const std::function<void(const Measurement&)>& finished) {
  std::vector<Case> cases;
  std::vector<int> thread_counts{1};
  if (environment.usable_cpus > 1) thread_counts.push_back(environment.usable_cpus);
  for (const auto dtype : {Dtype::f32, Dtype::f64})
    for (const int threads : thread_counts)
      if (auto c = fma_case(catalog, dtype, threads)) cases.push_back(*c);
  std::map<std::int64_t, std::string> level_of;  // elements -> level
  for (const auto& level : levels_of(environment))
    if (auto c = ceiling_case(catalog, Operation::read, Dtype::f32, 1)) {
      c->problem.n = level.bytes / bytes_per_element(Dtype::f32);
      level_of[c->problem.n] = level.name;
      cases.push_back(*c);
    }
  if (cases.empty())
    throw Error("no plugin offers the ceiling kernels (fma, read)", ExitCode::failed);

  Ceilings ceilings;
  SweepOptions options;
  options.budget_seconds = 1;
  options.reproduce = [](const Case&) { return std::string("sweepmark machine --measure"); };
  run_sweep(cases, catalog, pool, options,
            {.finished =
                 [&](const Measurement& m) {
                   if (m.operation == "fma" && m.gflops)
                     ceilings.gflops[std::string(to_string(m.problem.dtype))][m.problem.threads] =
                         *m.gflops;
                   if (m.operation == "read" && m.gbytes_per_second)
                     ceilings.gbytes_per_second[level_of[m.problem.n]] = *m.gbytes_per_second;
                   if (m.empty_call_ns) ceilings.empty_call_ns = m.empty_call_ns;
                   if (finished) finished(m);
                 },
             .sampled = {},
             .interrupted = {}});
  return ceilings;
}

double roofline_gflops(const Measurement& m, double peak_gflops,
                       const std::optional<Ceilings>& ceilings, const Environment& environment) {
  const double bytes = m.bytes.value_or(0);
  if (bytes <= 0) return peak_gflops;
  const auto level = m.cache == CacheMode::cold
                         ? std::string("DRAM")
                         : level_holding(working_set_bytes(m.problem), environment);
  const auto bandwidth = bandwidth_of(ceilings, level);
  if (!bandwidth) return peak_gflops;
  return std::min(peak_gflops, m.flops.value_or(0) / bytes * *bandwidth * m.problem.threads);
}

void judge_by_ceilings(Measurement& m, const Peak& peak, const std::optional<Ceilings>& ceilings,
                       const Environment& environment) {
  if (m.outcome != Outcome::measured || !m.gflops || m.device != "cpu" || peak.median <= 0) return;
  m.roofline_fraction = *m.gflops / roofline_gflops(m, peak.median, ceilings, environment);
  double highest = peak.highest;
  if (ceilings) {
    const auto dtype = ceilings->gflops.find(std::string(to_string(m.problem.dtype)));
    if (dtype != ceilings->gflops.end())
      if (const auto rate = dtype->second.find(m.problem.threads); rate != dtype->second.end())
        highest = std::max(highest, rate->second);
  }
  constexpr double suspicious = 1.03, impossible = 1.10;
  std::vector<std::pair<double, std::string>> shares{
      {*m.gflops / highest,
       fmt::format("highest multiply-add rate measured ({} GFLOP/s)", format_number(highest))}};
  if (const auto l1 = bandwidth_of(ceilings, "L1"); l1 && m.gbytes_per_second)
    shares.emplace_back(*m.gbytes_per_second / (*l1 * m.problem.threads),
                        fmt::format("L1 bandwidth ({} GB/s)", format_number(*l1)));
  for (const auto& [share, what] : shares) {
    if (share <= suspicious) continue;
    const auto sentence = fmt::format("{} times the {}", format_number(share, 3), what);
    if (share <= impossible) {
      m.notes.push_back(sentence);
    } else {
      m.outcome = Outcome::wrong;
      m.reason = "faster than the machine: " + sentence;
    }
  }
}

}  // namespace sweepmark::host
