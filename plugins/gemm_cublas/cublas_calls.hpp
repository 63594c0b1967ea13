// One name per cuBLAS call for float and double, row-major matrices, dimensions in 64 bits.
#pragma once
#include <cublas_v2.h>

#include <cstdint>
#include <type_traits>

#include "cublas_handle.hpp"
#include "kernels/cuda/column_major.hpp"

namespace sweepmark::cublas {

template <class T>
using Gemm = kernels::cuda::Gemm<T>;

template <class T>
constexpr cudaDataType_t data_type = std::is_same_v<T, float> ? CUDA_R_32F : CUDA_R_64F;

/// Sums and products in T: cuBLAS rounds no input unless it is asked to.
template <class T>
constexpr cublasComputeType_t full_precision =
    std::is_same_v<T, float> ? CUBLAS_COMPUTE_32F : CUBLAS_COMPUTE_64F;

/// The whole product in one call.
template <class T>
void gemm(const Handle& handle, const Gemm<T>& g, cublasComputeType_t compute = full_precision<T>) {
  const auto c = kernels::cuda::column_major(g);
  const T one = 1, zero = 0;
  check(cublasGemmEx_64(handle.with_scalars_on(CUBLAS_POINTER_MODE_HOST), CUBLAS_OP_N, CUBLAS_OP_N,
                        c.m, c.n, c.k, &one, c.a, data_type<T>, c.lda, c.b, data_type<T>, c.ldb,
                        &zero, c.c, data_type<T>, c.ldc, compute, CUBLAS_GEMM_DEFAULT),
        "cublasGemmEx");
}

/// `count` blocks of `width` columns next to each other, in one call.
template <class T>
void gemm_batches(const Handle& handle, const Gemm<T>& g, std::int64_t width, std::int64_t count) {
  const auto c = kernels::cuda::column_major(g.columns(0, width));
  const T one = 1, zero = 0;
  check(cublasGemmStridedBatchedEx_64(handle.with_scalars_on(CUBLAS_POINTER_MODE_HOST), CUBLAS_OP_N,
                                      CUBLAS_OP_N, c.m, c.n, c.k, &one, c.a, data_type<T>, c.lda,
                                      width, c.b, data_type<T>, c.ldb, 0, &zero, c.c, data_type<T>,
                                      c.ldc, width, count, full_precision<T>, CUBLAS_GEMM_DEFAULT),
        "cublasGemmStridedBatchedEx");
}

inline cublasStatus_t gemv_call(cublasHandle_t h, const kernels::cuda::ColumnMajorGemv<float>& v,
                                const float* one, const float* zero) {
  return cublasSgemv_64(h, CUBLAS_OP_T, v.rows, v.columns, one, v.a, v.lda, v.x, v.x_step, zero,
                        v.y, v.y_step);
}
inline cublasStatus_t gemv_call(cublasHandle_t h, const kernels::cuda::ColumnMajorGemv<double>& v,
                                const double* one, const double* zero) {
  return cublasDgemv_64(h, CUBLAS_OP_T, v.rows, v.columns, one, v.a, v.lda, v.x, v.x_step, zero,
                        v.y, v.y_step);
}

/// One matrix-vector product a column of C.
template <class T>
void gemv_columns(const Handle& handle, const Gemm<T>& g) {
  const T one = 1, zero = 0;
  const auto h = handle.with_scalars_on(CUBLAS_POINTER_MODE_HOST);
  for (std::int64_t j = 0; j < g.n; ++j)
    check(gemv_call(h, kernels::cuda::column_major_gemv(g, j), &one, &zero), "cublas gemv");
}

inline cublasStatus_t dot_call(cublasHandle_t h, std::int64_t n, const float* x, const float* y,
                               std::int64_t y_step, float* result) {
  return cublasSdot_64(h, n, x, 1, y, y_step, result);
}
inline cublasStatus_t dot_call(cublasHandle_t h, std::int64_t n, const double* x, const double* y,
                               std::int64_t y_step, double* result) {
  return cublasDdot_64(h, n, x, 1, y, y_step, result);
}

/// One dot product an element of C, its result left on the device.
template <class T>
void dots(const Handle& handle, const Gemm<T>& g) {
  const auto h = handle.with_scalars_on(CUBLAS_POINTER_MODE_DEVICE);
  for (std::int64_t i = 0; i < g.m; ++i)
    for (std::int64_t j = 0; j < g.n; ++j)
      check(dot_call(h, g.k, g.a + i * g.lda, g.b + j, g.ldb, g.c + i * g.ldc + j), "cublas dot");
}

}  // namespace sweepmark::cublas
