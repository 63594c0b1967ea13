// C = A * B, one dot product per element of C.
#pragma once
#include <cstdint>

#include "team.hpp"

namespace sweepmark::kernels {

/// The sum over p < k of x[p] * y[p * stride]; 0 when k is 0.
// Not inlined: within one loop nest a compiler may vectorise over the columns of C instead, which
// is another algorithm than the one this file is the yardstick for.
template <class T>
[[gnu::noinline]] T strided_dot(std::int64_t k, const T* x, const T* y, std::int64_t stride) {
  T sum = 0;
  for (std::int64_t p = 0; p < k; ++p) sum += x[p] * y[p * stride];
  return sum;
}

/// C[m x n] = A[m x k] * B[k x n], row-major; lda >= k, ldb >= n, ldc >= n are the distances
/// between rows in elements. Overwrites C, which must not overlap A or B; k = 0 writes zeros. Each
/// element reads its column of B as it falls, with a stride of ldb. The team shares the rows of C.
template <class T>
void gemm_elementwise(std::int64_t m, std::int64_t n, std::int64_t k, const T* a, std::int64_t lda,
                      const T* b, std::int64_t ldb, T* c, std::int64_t ldc, Team& team) {
  team.for_ranges(m, [=](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i)
      for (std::int64_t j = 0; j < n; ++j) c[i * ldc + j] = strided_dot(k, a + i * lda, b + j, ldb);
  });
}

}  // namespace sweepmark::kernels
