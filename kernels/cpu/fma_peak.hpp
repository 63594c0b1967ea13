// The rate of independent multiply-adds: the ceiling of every dense product on this core.
#pragma once

#include <cstdint>

namespace sweepmark::kernels {

struct FmaPeak {
  std::int64_t flops;  ///< floating-point operations done, two for each multiply-add lane
  double value;        ///< what the slowest chain ended at: proof that the arithmetic took place
};

/// Runs `count` rounds of x = x * 0.5 + 0.5, from starts in [0, 1), on independent chains held in
/// registers, T float or double, in the SIMD target in force (see simd_target.hpp). Touches no
/// memory. A target without fused multiply-adds (SSE4) multiplies, then adds. A negative count does
/// nothing. The value is 1 - 0.5^count: 0 after no round, 1 in the end.
template <class T>
FmaPeak fma_peak(std::int64_t count);

template <>
FmaPeak fma_peak<float>(std::int64_t);
template <>
FmaPeak fma_peak<double>(std::int64_t);

}  // namespace sweepmark::kernels
