#include "harness/machine.hpp"

#include <fmt/format.h>
#include <hwloc.h>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>

#include "base/text.hpp"

namespace sweepmark::host {
namespace {

std::optional<std::string> first_line_of(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  return std::string(trim(line));
}

// The value behind "KEY<separator>value" in a file of such lines, quotes removed.
std::optional<std::string> value_in(const std::string& path, const std::string& key,
                                    char separator) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const auto at = line.find(separator);
    if (at == std::string::npos || trim(line.substr(0, at)) != key) continue;
    std::string value(trim(std::string_view(line).substr(at + 1)));
    if (value.size() >= 2 && value.front() == '"') value = value.substr(1, value.size() - 2);
    return value;
  }
  return std::nullopt;
}

struct TopologyDeleter {
  void operator()(hwloc_topology* t) const { hwloc_topology_destroy(t); }
};
using Topology = std::unique_ptr<hwloc_topology, TopologyDeleter>;

Topology load_topology() {
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0) return nullptr;
  Topology topology(raw);
  if (hwloc_topology_load(raw) != 0) return nullptr;
  return topology;
}

std::vector<CacheLevel> read_caches() {
  std::vector<CacheLevel> caches;
  const auto topology = load_topology();
  if (!topology) return caches;
  constexpr std::array types{HWLOC_OBJ_L1CACHE, HWLOC_OBJ_L2CACHE, HWLOC_OBJ_L3CACHE,
                             HWLOC_OBJ_L4CACHE};
  for (const auto type : types) {
    const hwloc_obj_t cache = hwloc_get_obj_by_type(topology.get(), type, 0);
    if (!cache || cache->attr->cache.size == 0) continue;
    const bool data = cache->attr->cache.type == HWLOC_OBJ_CACHE_DATA;
    caches.push_back({static_cast<int>(cache->attr->cache.depth), data ? "data" : "unified",
                      static_cast<std::int64_t>(cache->attr->cache.size),
                      hwloc_bitmap_weight(cache->cpuset)});
  }
  return caches;
}

// cgroup v2's "max 100000" or "150000 100000"; v1's two files.
std::optional<double> cpu_quota() {
  if (const auto line = first_line_of("/sys/fs/cgroup/cpu.max")) {
    const auto parts = split(*line, ' ');
    if (parts.size() == 2)
      if (const auto quota = parse_real(parts[0]), period = parse_real(parts[1]); quota && period)
        return *quota / *period;
  }
  const auto quota = first_line_of("/sys/fs/cgroup/cpu/cpu.cfs_quota_us");
  const auto period = first_line_of("/sys/fs/cgroup/cpu/cpu.cfs_period_us");
  if (quota && period)
    if (const auto q = parse_real(*quota), p = parse_real(*period); q && p && *q > 0 && *p > 0)
      return *q / *p;
  return std::nullopt;
}

std::string os_text() {
  utsname names{};
  ::uname(&names);
  const auto pretty = value_in("/etc/os-release", "PRETTY_NAME", '=');
  return fmt::format("{}, {} {}", pretty.value_or("unknown system"), names.sysname, names.release);
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

}  // namespace

int usable_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  int count = 1;
  if (::sched_getaffinity(0, sizeof set, &set) == 0) count = CPU_COUNT(&set);
  if (const auto quota = cpu_quota())
    count = std::min(count, std::max(1, static_cast<int>(std::ceil(*quota))));
  return std::max(1, count);
}

std::int64_t last_level_cache_bytes() {
  static const std::int64_t bytes = [] {
    std::int64_t largest = 0;
    for (const auto& cache : read_caches()) largest = std::max(largest, cache.bytes);
    constexpr std::int64_t fallback = std::int64_t{32} << 20;
    return largest > 0 ? largest : fallback;
  }();
  return bytes;
}

Environment probe_environment() {
  Environment e;
  e.host = host_name();
  e.cpu = value_in("/proc/cpuinfo", "model name", ':').value_or("unknown processor");
  e.usable_cpus = usable_cpus();
  if (const long online = ::sysconf(_SC_NPROCESSORS_ONLN); online > 0)
    e.online_cpus = static_cast<int>(online);
  e.caches = read_caches();
  const long pages = ::sysconf(_SC_PHYS_PAGES), page = ::sysconf(_SC_PAGE_SIZE);
  if (pages > 0 && page > 0) e.memory_bytes = static_cast<std::int64_t>(pages) * page;
  e.os = os_text();
  e.governor = first_line_of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  if (const auto aslr = first_line_of("/proc/sys/kernel/randomize_va_space")) e.aslr = *aslr != "0";
  std::array<double, 3> load{};
  if (::getloadavg(load.data(), 3) == 3) e.load_average.assign(load.begin(), load.end());
#if defined(__clang__)
  e.compiler = "clang " __clang_version__;
#else
  e.compiler = "gcc " __VERSION__;
#endif
  e.flags = SWEEPMARK_FLAGS;
  e.build_type = SWEEPMARK_BUILD_TYPE;
  return e;
}

}  // namespace sweepmark::host
