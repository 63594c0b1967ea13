// Cache sizes as the blocking of a matrix product needs them: the caller finds them, the kernel
// never looks.
#pragma once

#include <cstdint>

namespace sweepmark::kernels {

/// Data caches one core can use, in bytes. The defaults suit a machine whose sizes nobody knows.
struct CacheSizes {
  std::int64_t level1 = 48 * 1024;
  std::int64_t level2 = 1024 * 1024;
  std::int64_t level3 = 16 * 1024 * 1024;  ///< the whole shared cache; trusted up to a bound only
};

}  // namespace sweepmark::kernels
