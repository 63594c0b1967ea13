// What the machine is: processor, caches, usable CPUs, system settings. Measures nothing.
#pragma once
#include <cstdint>

#include "record/environment.hpp"

namespace sweepmark::host {

/// Everything that can be read without a plugin; what cannot is absent.
Environment probe_environment();

/// CPUs this process may use: affinity and cgroup quota (rounded up), not the host's count.
int usable_cpus();

/// Bytes of the largest cache; 32 MiB where the system does not say.
std::int64_t last_level_cache_bytes();

}  // namespace sweepmark::host
