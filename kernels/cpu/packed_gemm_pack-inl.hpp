// Packing: copies a block of A or B into the order the register tile reads. Compiled once per
// SIMD target.
#if defined(SWEEPMARK_KERNELS_PACKED_GEMM_PACK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef SWEEPMARK_KERNELS_PACKED_GEMM_PACK_INL
#undef SWEEPMARK_KERNELS_PACKED_GEMM_PACK_INL
#else
#define SWEEPMARK_KERNELS_PACKED_GEMM_PACK_INL
#endif

#include "packed_gemm_tile-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sweepmark::kernels::HWY_NAMESPACE {

inline constexpr std::int64_t kPanelVecs = kTileVecs;
template <class T>
inline constexpr std::int64_t kPanelCols = kPanelVecs* kLanes<T>;

// A 128-bit block of T: the unit in which every target can transpose.
template <class T>
inline constexpr std::int64_t kBlock = 16 / static_cast<std::int64_t>(sizeof(T));

#if HWY_TARGET != HWY_SCALAR
/// to[p * pitch + i] = from[i * lda + p] for i, p in [0, 4).
HWY_INLINE void transpose_block(const float* from, std::int64_t lda, float* to,
                                std::int64_t pitch) {
  const hn::Full128<float> d;
  const hn::Full128<double> pair;
  const auto r0 = hn::LoadU(d, from);
  const auto r1 = hn::LoadU(d, from + lda);
  const auto r2 = hn::LoadU(d, from + 2 * lda);
  const auto r3 = hn::LoadU(d, from + 3 * lda);
  const auto low01 = hn::BitCast(pair, hn::InterleaveLower(d, r0, r1));
  const auto low23 = hn::BitCast(pair, hn::InterleaveLower(d, r2, r3));
  const auto high01 = hn::BitCast(pair, hn::InterleaveUpper(d, r0, r1));
  const auto high23 = hn::BitCast(pair, hn::InterleaveUpper(d, r2, r3));
  hn::StoreU(hn::BitCast(d, hn::InterleaveLower(pair, low01, low23)), d, to);
  hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(pair, low01, low23)), d, to + pitch);
  hn::StoreU(hn::BitCast(d, hn::InterleaveLower(pair, high01, high23)), d, to + 2 * pitch);
  hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(pair, high01, high23)), d, to + 3 * pitch);
}

/// The same for i, p in [0, 2).
HWY_INLINE void transpose_block(const double* from, std::int64_t lda, double* to,
                                std::int64_t pitch) {
  const hn::Full128<double> d;
  const auto r0 = hn::LoadU(d, from);
  const auto r1 = hn::LoadU(d, from + lda);
  hn::StoreU(hn::InterleaveLower(d, r0, r1), d, to);
  hn::StoreU(hn::InterleaveUpper(d, r0, r1), d, to + pitch);
}
#endif

/// to[p * pitch + i] = from[i * lda + p] for i in [0, rows), p in [0, columns).
template <class T>
HWY_INLINE void transpose(std::int64_t rows, std::int64_t columns, const T* from, std::int64_t lda,
                          T* to, std::int64_t pitch) {
  std::int64_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  for (; i + kBlock<T> <= rows; i += kBlock<T>) {
    std::int64_t p = 0;
    for (; p + kBlock<T> <= columns; p += kBlock<T>) {
      transpose_block(from + i * lda + p, lda, to + p * pitch + i, pitch);
    }
    for (; p < columns; ++p) {
      for (std::int64_t r = i; r < i + kBlock<T>; ++r) to[p * pitch + r] = from[r * lda + p];
    }
  }
#endif
  for (; i < rows; ++i) {
    for (std::int64_t p = 0; p < columns; ++p) to[p * pitch + i] = from[i * lda + p];
  }
}

/// A[m x k] in strips of at most kTileRows rows; element (i, p) of a strip of h rows that starts at
/// row r lies at r * k + p * h + i.
template <class T>
HWY_INLINE void pack_a(std::int64_t m, std::int64_t k, const T* a, std::int64_t lda, T* to) {
  for_each_strip(m, kTileRows, [&](std::int64_t row, std::int64_t height) {
    transpose<T>(height, k, a + row * lda, lda, to + row * k, height);
  });
}

/// B[k x n] in panels of kPanelCols columns, the last one filled up with zeros; row p of the panel
/// that starts at column j lies at j * k + p * kPanelCols. Row by row: the source is read in
/// address order, which a prefetcher and a TLB of 4 KiB pages both need.
template <class T>
HWY_INLINE void pack_b(std::int64_t k, std::int64_t n, const T* b, std::int64_t ldb, T* to) {
  const Tag<T> d;
  constexpr std::int64_t lanes = kLanes<T>;
  for (std::int64_t p = 0; p < k; ++p) {
    const T* from = b + p * ldb;
    T* row = to + p * kPanelCols<T>;
    std::int64_t j = 0;
    for (; j + kPanelCols<T> <= n; j += kPanelCols<T>, row += k * kPanelCols<T>) {
      unroll<kTileVecs>([&](auto v) SWEEPMARK_INLINE_LAMBDA {
        const std::int64_t first = v * lanes;
        hn::Store(hn::LoadU(d, from + j + first), d, row + first);
      });
    }
    if (j == n) continue;
    for (std::int64_t first = 0; first < kPanelCols<T>; first += lanes) {
      const std::int64_t left = n - j - first;
      const auto value = left >= lanes ? hn::LoadU(d, from + j + first)
                         : left > 0    ? load_first(left, from + j + first)
                                       : hn::Zero(d);
      hn::Store(value, d, row + first);
    }
  }
}

}  // namespace sweepmark::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SWEEPMARK_KERNELS_PACKED_GEMM_PACK_INL
