// Row-major products in the words of a column-major library, without copying: a row-major matrix
// with leading dimension ld is the transposed one, column-major, with the same ld.
#pragma once
#include <cstdint>

#include "kernels/cuda/gemm_operands.hpp"

namespace sweepmark::kernels::cuda {

/// BLAS's gemm(N, N): C[m x n] = A[m x k] * B[k x n], all column-major.
template <class T>
struct ColumnMajorGemm {
  std::int64_t m, n, k;
  const T* a;
  std::int64_t lda;
  const T* b;
  std::int64_t ldb;
  T* c;
  std::int64_t ldc;
};

/// C^T = B^T A^T: the operands change places, and with them m and n.
template <class T>
constexpr ColumnMajorGemm<T> column_major(const Gemm<T>& g) {
  return {g.n, g.m, g.k, g.b, g.ldb, g.a, g.lda, g.c, g.ldc};
}

/// BLAS's gemv(T): y = A^T x with A[rows x columns] column-major.
template <class T>
struct ColumnMajorGemv {
  std::int64_t rows, columns;
  const T* a;
  std::int64_t lda;
  const T* x;
  std::int64_t x_step;
  T* y;
  std::int64_t y_step;
};

/// Column j of C = A * column j of B.
template <class T>
constexpr ColumnMajorGemv<T> column_major_gemv(const Gemm<T>& g, std::int64_t j) {
  return {g.k, g.m, g.a, g.lda, g.b + j, g.ldb, g.c + j, g.ldc};
}

/// Blocks of `width` columns as one strided batch, and the narrower block that may remain. Block i
/// is columns [i * width, (i + 1) * width): A stays, B and C move by `width` elements.
struct ColumnBatches {
  std::int64_t whole, rest;
};
constexpr ColumnBatches column_batches(std::int64_t columns, std::int64_t width) {
  return {columns / width, columns % width};
}

}  // namespace sweepmark::kernels::cuda
