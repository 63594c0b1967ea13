// C = A * B, one column of C at a time: a matrix-vector product per column.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>

#include "team.hpp"

namespace sweepmark::kernels {

/// The sum over p < k of x[p] * y[p], both contiguous, in 16 partial sums: without fast-math a
/// compiler may not split one sum over the lanes of a vector, but it may keep sums that are apart.
template <class T>
T contiguous_dot(std::int64_t k, const T* x, const T* y) {
  constexpr std::int64_t lanes = 16;
  std::array<T, lanes> partial{};
  std::int64_t p = 0;
  for (; p + lanes <= k; p += lanes)
    for (std::int64_t lane = 0; lane < lanes; ++lane)
      partial[static_cast<std::size_t>(lane)] += x[p + lane] * y[p + lane];
  T sum = 0;
  for (const T part : partial) sum += part;
  for (; p < k; ++p) sum += x[p] * y[p];
  return sum;
}

/// C[m x n] = A[m x k] * B[k x n], row-major; lda >= k, ldb >= n, ldc >= n are the distances
/// between rows in elements. Overwrites C, which must not overlap A or B; k = 0 writes zeros. Each
/// column of B is gathered in pieces that stay in L1 and multiplied by all rows of A. The team
/// shares the columns of C.
template <class T>
void gemm_column(std::int64_t m, std::int64_t n, std::int64_t k, const T* a, std::int64_t lda,
                 const T* b, std::int64_t ldb, T* c, std::int64_t ldc, Team& team) {
  constexpr std::int64_t piece_length = 1024;
  team.for_ranges(n, [=](std::int64_t begin, std::int64_t end) {
    std::array<T, piece_length> piece;
    for (std::int64_t j = begin; j < end; ++j) {
      for (std::int64_t i = 0; i < m; ++i) c[i * ldc + j] = 0;
      for (std::int64_t p = 0; p < k; p += piece_length) {
        const std::int64_t length = std::min(piece_length, k - p);
        for (std::int64_t q = 0; q < length; ++q)
          piece[static_cast<std::size_t>(q)] = b[(p + q) * ldb + j];
        for (std::int64_t i = 0; i < m; ++i)
          c[i * ldc + j] += contiguous_dot(length, a + i * lda + p, piece.data());
      }
    }
  });
}

}  // namespace sweepmark::kernels
