// The machine, the system and the build behind a run. What is not known is null, never 0.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sweepmark::host {

struct CacheLevel {
  int level = 1;
  std::string type;  // data | instruction | unified
  std::int64_t bytes = 0;
  int shared_by = 1;  // logical CPUs
};

struct GpuDevice {
  std::string name, capability, driver, runtime;
  std::optional<std::int64_t> memory_bytes, multiprocessors, clock_mhz;
};

struct Environment {
  std::string host;
  std::string cpu;
  int usable_cpus = 1;  // affinity and quota, not the host's count
  std::optional<int> online_cpus;
  std::vector<CacheLevel> caches;
  std::optional<std::int64_t> memory_bytes;
  std::string os;
  std::optional<std::string> governor;
  std::optional<bool> aslr;
  std::vector<double> load_average;
  std::string compiler;
  std::string flags;
  std::string build_type;
  std::map<std::string, std::string> libraries;  // plugin or library -> version text
  std::vector<GpuDevice> gpus;
};

/// Measured rates that no honest row can beat; empty until `sweepmark machine` measured them.
struct Ceilings {
  std::map<std::string, std::map<int, double>> gflops;  // dtype -> threads -> GFLOP/s
  std::map<std::string, double> gbytes_per_second;      // L1, L2, L3, DRAM (one thread, read)
  std::optional<double> empty_call_ns;
};

}  // namespace sweepmark::host
