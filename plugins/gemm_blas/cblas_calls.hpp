// One name per CBLAS call for float and double, row-major, dimensions in 64 bits.
#pragma once
#include <algorithm>
#include <cstdint>

#include "cblas_library.hpp"

namespace sweepmark::blas {

inline Integer integer(std::int64_t value) { return static_cast<Integer>(value); }

/// A leading dimension as BLAS wants it: at least 1, also for a matrix without columns.
inline Integer leading(std::int64_t stride) {
  return static_cast<Integer>(std::max<std::int64_t>(1, stride));
}

/// The sum over i < n of x[i * x_step] * y[i * y_step].
inline float dot(std::int64_t n, const float* x, std::int64_t x_step, const float* y,
                 std::int64_t y_step) {
  return cblas_sdot(integer(n), x, leading(x_step), y, leading(y_step));
}
inline double dot(std::int64_t n, const double* x, std::int64_t x_step, const double* y,
                  std::int64_t y_step) {
  return cblas_ddot(integer(n), x, leading(x_step), y, leading(y_step));
}

/// y = A x, or y = A^T x when `transposed`; A is rows x columns.
inline void gemv(bool transposed, std::int64_t rows, std::int64_t columns, const float* a,
                 std::int64_t lda, const float* x, std::int64_t x_step, float* y,
                 std::int64_t y_step) {
  cblas_sgemv(CblasRowMajor, transposed ? CblasTrans : CblasNoTrans, integer(rows),
              integer(columns), 1, a, leading(lda), x, leading(x_step), 0, y, leading(y_step));
}
inline void gemv(bool transposed, std::int64_t rows, std::int64_t columns, const double* a,
                 std::int64_t lda, const double* x, std::int64_t x_step, double* y,
                 std::int64_t y_step) {
  cblas_dgemv(CblasRowMajor, transposed ? CblasTrans : CblasNoTrans, integer(rows),
              integer(columns), 1, a, leading(lda), x, leading(x_step), 0, y, leading(y_step));
}

/// C[m x n] = A[m x k] * B[k x n].
inline void gemm(std::int64_t m, std::int64_t n, std::int64_t k, const float* a, std::int64_t lda,
                 const float* b, std::int64_t ldb, float* c, std::int64_t ldc) {
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, integer(m), integer(n), integer(k), 1, a,
              leading(lda), b, leading(ldb), 0, c, leading(ldc));
}
inline void gemm(std::int64_t m, std::int64_t n, std::int64_t k, const double* a, std::int64_t lda,
                 const double* b, std::int64_t ldb, double* c, std::int64_t ldc) {
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, integer(m), integer(n), integer(k), 1, a,
              leading(lda), b, leading(ldb), 0, c, leading(ldc));
}

}  // namespace sweepmark::blas
