// A piece of a row of C grows by a piece of a row of A times rows of B: the step that the row,
// column_block and tiled kernels share, so that only their order of blocks differs.
#pragma once
#include <cstdint>

namespace sweepmark::kernels {

/// c[j] += sum over p < k of a[p] * b[p * ldb + j], for j < width. c must not overlap a or b.
// Four rows of B a pass: c is then loaded and stored once for four products. Every sum still runs
// in the order of p, so the result does not depend on how k is cut.
template <class T>
void row_update(std::int64_t width, std::int64_t k, const T* __restrict a, const T* __restrict b,
                std::int64_t ldb, T* __restrict c) {
  std::int64_t p = 0;
  for (; p + 4 <= k; p += 4) {
    const T a0 = a[p], a1 = a[p + 1], a2 = a[p + 2], a3 = a[p + 3];
    const T* __restrict b0 = b + p * ldb;
    const T* __restrict b1 = b0 + ldb;
    const T* __restrict b2 = b1 + ldb;
    const T* __restrict b3 = b2 + ldb;
    for (std::int64_t j = 0; j < width; ++j)
      c[j] = (((c[j] + a0 * b0[j]) + a1 * b1[j]) + a2 * b2[j]) + a3 * b3[j];
  }
  for (; p < k; ++p) {
    const T a0 = a[p];
    const T* __restrict b0 = b + p * ldb;
    for (std::int64_t j = 0; j < width; ++j) c[j] += a0 * b0[j];
  }
}

}  // namespace sweepmark::kernels
