// How many sets of operands, used in turn, make every call meet cold caches.
#pragma once
#include <cstddef>

#include "record/problem.hpp"

namespace sweepmark::host {

/// R with R * working set >= 3 times the last-level cache (capped at 512 MiB: virtual machines
/// report a whole socket's). Throws PluginFailure unsupported when R would exceed 4096.
std::size_t cold_rotation(const Problem& problem);

}  // namespace sweepmark::host
