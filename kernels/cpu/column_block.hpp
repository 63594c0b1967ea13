// C = A * B, one block of columns at a time: C[:,block] = A * B[:,block].
#pragma once
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "row_update.hpp"
#include "team.hpp"

namespace sweepmark::kernels {

/// C[m x n] = A[m x k] * B[k x n], row-major; lda >= k, ldb >= n, ldc >= n are the distances
/// between rows in elements. Overwrites C, which must not overlap A or B; k = 0 writes zeros. A is
/// read once per block of `block_width` columns; the last block may be narrower. The team shares
/// the blocks, or the rows within each block where there are fewer blocks than threads. Throws
/// std::invalid_argument when block_width < 1.
template <class T>
void gemm_column_block(std::int64_t m, std::int64_t n, std::int64_t k, const T* a, std::int64_t lda,
                       const T* b, std::int64_t ldb, T* c, std::int64_t ldc,
                       std::int64_t block_width, Team& team) {
  if (block_width < 1)
    throw std::invalid_argument("block_width is " + std::to_string(block_width) +
                                ", expected 1 or more");
  if (n <= 0) return;
  const std::int64_t blocks = (n - 1) / block_width + 1;
  const auto multiply = [=](std::int64_t block, std::int64_t first_row, std::int64_t last_row) {
    const std::int64_t j = block * block_width;
    const std::int64_t width = std::min(block_width, n - j);
    for (std::int64_t i = first_row; i < last_row; ++i) {
      std::fill_n(c + i * ldc + j, width, T{0});
      row_update(width, k, a + i * lda, b + j, ldb, c + i * ldc + j);
    }
  };
  if (blocks >= team.threads()) {
    team.for_ranges(blocks, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t block = begin; block < end; ++block) multiply(block, 0, m);
    });
    return;
  }
  for (std::int64_t block = 0; block < blocks; ++block)
    team.for_ranges(m, [&](std::int64_t begin, std::int64_t end) { multiply(block, begin, end); });
}

}  // namespace sweepmark::kernels
