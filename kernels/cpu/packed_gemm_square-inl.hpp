// Small squares whose size and strides are compile-time constants. Compiled once per SIMD target.
#if defined(SWEEPMARK_KERNELS_PACKED_GEMM_SQUARE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef SWEEPMARK_KERNELS_PACKED_GEMM_SQUARE_INL
#undef SWEEPMARK_KERNELS_PACKED_GEMM_SQUARE_INL
#else
#define SWEEPMARK_KERNELS_PACKED_GEMM_SQUARE_INL
#endif

#include "packed_gemm_direct-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sweepmark::kernels::HWY_NAMESPACE {

/// C = A * B, all kSize x kSize and dense.
template <class T, std::int64_t kSize>
void square_product(const T* a, const T* b, T* c) {
  constexpr std::int64_t vecs = std::min<std::int64_t>(kTileVecs, kSize / kLanes<T>);
  constexpr std::int64_t columns = vecs * kLanes<T>;
  constexpr std::int64_t most = vecs == 1 ? std::int64_t{16} : kTileRows;
  constexpr std::int64_t strips = (kSize + most - 1) / most;
  constexpr std::int64_t height = kSize / strips;
  constexpr std::int64_t taller = kSize % strips;
  for (std::int64_t column = 0; column < kSize; column += columns) {
    std::int64_t row = 0;
    for (std::int64_t i = 0; i < taller; ++i, row += height + 1) {
      square_tile<T, height + 1, vecs, kSize>(a + row * kSize, b + column,
                                              c + row * kSize + column);
    }
    for (; row < kSize; row += height) {
      square_tile<T, height, vecs, kSize>(a + row * kSize, b + column, c + row * kSize + column);
    }
  }
}

/// The product for n, or null.
template <class T>
auto square(std::int64_t n) -> void (*)(const T*, const T*, T*) {
  if constexpr (kTileRows > 6) {
    if (n == 16) return &square_product<T, 16>;
    if (n == 32) return &square_product<T, 32>;
    if (n == 64) return &square_product<T, 64>;
  }
  return nullptr;
}

}  // namespace sweepmark::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SWEEPMARK_KERNELS_PACKED_GEMM_SQUARE_INL
