#include "harness/cold_rotation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/units.hpp"
#include "harness/machine.hpp"
#include "ops/operation.hpp"
#include "plugin/adapter.hpp"

namespace sweepmark::host {

std::size_t cold_rotation(const Problem& problem) {
  constexpr double cap = 512.0 * 1024 * 1024, most_sets = 4096, caches = 3;
  const double wanted = std::min(caches * static_cast<double>(last_level_cache_bytes()), cap);
  const double bytes = working_set_bytes(problem);
  const double sets = bytes > 0 ? std::ceil(wanted / bytes) : most_sets + 1;
  if (sets > most_sets)
    throw PluginFailure(
        Outcome::unsupported,
        fmt::format("cold not reachable: {} sets of {} would be needed to displace {}, at most {}",
                    format_number(sets, 6), format_bytes(bytes), format_bytes(wanted), most_sets));
  return std::max<std::size_t>(2, static_cast<std::size_t>(sets));
}

}  // namespace sweepmark::host
