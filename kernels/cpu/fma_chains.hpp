// Multiply-adds on chains held in registers: the ceiling of every dense product on this core.
#pragma once

#include <cstdint>

namespace sweepmark::kernels {

/// For j in [0, n): y[j] = x[j], then `k` times y[j] = scale * y[j] + offset, fused where the SIMD
/// target in force (see simd_target.hpp) has fused multiply-adds. Memory is touched once a chain,
/// so with k in the thousands and n a multiple of 160 this runs at the arithmetic's peak. 2*n*k
/// floating-point operations. T is float or double; x and y must not overlap.
template <class T>
void fma_chains(const T* x, T scale, T offset, T* y, std::int64_t n, std::int64_t k);

template <>
void fma_chains<float>(const float*, float, float, float*, std::int64_t, std::int64_t);
template <>
void fma_chains<double>(const double*, double, double, double*, std::int64_t, std::int64_t);

}  // namespace sweepmark::kernels
