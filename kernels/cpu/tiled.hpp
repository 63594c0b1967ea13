// C = A * B in square tiles that stay in cache.
#pragma once
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "row_update.hpp"
#include "team.hpp"

namespace sweepmark::kernels {

/// C[m x n] = A[m x k] * B[k x n], row-major; lda >= k, ldb >= n, ldc >= n are the distances
/// between rows in elements. Overwrites C, which must not overlap A or B; k = 0 writes zeros. Works
/// on tile x tile pieces of A, B and C, tiles at the edges being smaller. The team shares the rows
/// of tiles. Throws std::invalid_argument when tile < 1.
template <class T>
void gemm_tiled(std::int64_t m, std::int64_t n, std::int64_t k, const T* a, std::int64_t lda,
                const T* b, std::int64_t ldb, T* c, std::int64_t ldc, std::int64_t tile,
                Team& team) {
  if (tile < 1)
    throw std::invalid_argument("tile is " + std::to_string(tile) + ", expected 1 or more");
  if (m <= 0) return;
  const auto row_of_tiles = [=](std::int64_t top) {
    const std::int64_t bottom = top + std::min(tile, m - top);
    for (std::int64_t i = top; i < bottom; ++i) std::fill_n(c + i * ldc, n, T{0});
    for (std::int64_t p = 0; p < k; p += std::min(tile, k - p))
      for (std::int64_t j = 0; j < n; j += std::min(tile, n - j))
        for (std::int64_t i = top; i < bottom; ++i)
          row_update(std::min(tile, n - j), std::min(tile, k - p), a + i * lda + p, b + p * ldb + j,
                     ldb, c + i * ldc + j);
  };
  team.for_ranges((m - 1) / tile + 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t row = begin; row < end; ++row) row_of_tiles(row * tile);
  });
}

}  // namespace sweepmark::kernels
