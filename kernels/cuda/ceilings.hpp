// What a device can do at most: multiply-adds in registers, the sum of a vector, the triad.
#pragma once
#include <driver_types.h>

#include <cstdint>

namespace sweepmark::kernels::cuda {

// Launches on the default stream, not waited for; vectors in device memory. T is float or double.

/// y[j] = x[j], then k times y[j] = c[0] * y[j] + c[1], fused; eight independent chains a thread.
template <class T>
cudaError_t fma_chains(const T* x, const T* c, T* y, std::int64_t n, std::int64_t k);

/// The partial sums that stream_read wants as scratch.
inline constexpr std::int64_t read_parts = 4096;

/// sum[0] = the sum of x[n]; `parts` holds read_parts values. Two launches.
template <class T>
cudaError_t stream_read(const T* x, std::int64_t n, T* parts, T* sum);

/// a[i] = b[i] + s[0] * c[i].
template <class T>
cudaError_t stream_triad(T* a, const T* b, const T* c, const T* s, std::int64_t n);

}  // namespace sweepmark::kernels::cuda
