// The matrices of a product on the device; plain numbers and pointers, for the host's tests too.
#pragma once
#include <cstdint>

namespace sweepmark::kernels::cuda {

/// Row-major device matrices; leading dimensions in elements. C is overwritten; k = 0 gives zeros.
template <class T>
struct Gemm {
  std::int64_t m = 0, n = 0, k = 0;
  const T* a = nullptr;
  std::int64_t lda = 0;
  const T* b = nullptr;
  std::int64_t ldb = 0;
  T* c = nullptr;
  std::int64_t ldc = 0;

  /// Columns [first, first + width) of B and C.
  constexpr Gemm columns(std::int64_t first, std::int64_t width) const {
    return {m, width, k, a, lda, b + first, ldb, c + first, ldc};
  }
};

}  // namespace sweepmark::kernels::cuda
