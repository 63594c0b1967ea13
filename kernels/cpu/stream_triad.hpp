// a = b + scale * c over three arrays: the bandwidth of two reads and one write.
#pragma once

#include <cstdint>

namespace sweepmark::kernels {

/// a[i] = b[i] + scale * c[i] for i in [0, count), T float or double, in the SIMD target in force
/// (see simd_target.hpp). Nominally 3 * count * sizeof(T) bytes move; a cache that reads a line
/// before writing it moves a third more. a may equal b or c, but not overlap them in part.
/// Source: J. McCalpin, STREAM, 1995.
template <class T>
void stream_triad(T* a, const T* b, const T* c, T scale, std::int64_t count);

template <>
void stream_triad<float>(float*, const float*, const float*, float, std::int64_t);
template <>
void stream_triad<double>(double*, const double*, const double*, double, std::int64_t);

}  // namespace sweepmark::kernels
