// C = A * B, one row of C at a time: C[i,:] = A[i,:] * B.
#pragma once
#include <algorithm>
#include <cstdint>

#include "row_update.hpp"
#include "team.hpp"

namespace sweepmark::kernels {

/// C[m x n] = A[m x k] * B[k x n], row-major; lda >= k, ldb >= n, ldc >= n are the distances
/// between rows in elements. Overwrites C, which must not overlap A or B; k = 0 writes zeros. All
/// of B passes by for every row of C. The team shares the rows of C.
template <class T>
void gemm_row(std::int64_t m, std::int64_t n, std::int64_t k, const T* a, std::int64_t lda,
              const T* b, std::int64_t ldb, T* c, std::int64_t ldc, Team& team) {
  team.for_ranges(m, [=](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      std::fill_n(c + i * ldc, n, T{0});
      row_update(n, k, a + i * lda, b, ldb, c + i * ldc);
    }
  });
}

}  // namespace sweepmark::kernels
