// Reads a working set and sums it: the read bandwidth of the memory level it lies in.
#pragma once

#include <cstdint>

namespace sweepmark::kernels {

/// Sum of data[0, count), T float or double, in the SIMD target in force (see simd_target.hpp);
/// count * sizeof(T) bytes are read. Independent partial sums, so the order of the additions is not
/// left to right. Small counts are right too; a count below 1 gives 0.
template <class T>
T stream_read(const T* data, std::int64_t count);

template <>
float stream_read<float>(const float*, std::int64_t);
template <>
double stream_read<double>(const double*, std::int64_t);

}  // namespace sweepmark::kernels
