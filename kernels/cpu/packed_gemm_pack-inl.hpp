// Packing: copies a block of A or B into the order the register tile reads. Compiled once per
// SIMD target.
#if defined(SWEEPMARK_KERNELS_PACKED_GEMM_PACK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef SWEEPMARK_KERNELS_PACKED_GEMM_PACK_INL
#undef SWEEPMARK_KERNELS_PACKED_GEMM_PACK_INL
#else
#define SWEEPMARK_KERNELS_PACKED_GEMM_PACK_INL
#endif

#include <algorithm>

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
/// to[p * pitch + i] = from[i][p] for i, p in [0, 4).
HWY_INLINE void transpose_block(const float* const* from, float* to, std::int64_t pitch) {
  const hn::Full128<float> d;
  const hn::Full128<double> pair;
  const auto r0 = hn::LoadU(d, from[0]);
  const auto r1 = hn::LoadU(d, from[1]);
  const auto r2 = hn::LoadU(d, from[2]);
  const auto r3 = hn::LoadU(d, from[3]);
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
HWY_INLINE void transpose_block(const double* const* from, double* to, std::int64_t pitch) {
  const hn::Full128<double> d;
  const auto r0 = hn::LoadU(d, from[0]);
  const auto r1 = hn::LoadU(d, from[1]);
  hn::StoreU(hn::InterleaveLower(d, r0, r1), d, to);
  hn::StoreU(hn::InterleaveUpper(d, r0, r1), d, to + pitch);
}

/// to[p * pitch + i] = from[i * lda + p] for i in [0, rows), p in [0, columns); rows <= kBlock. If
/// it is less, the lanes up to kBlock are written too, with anything.
template <class T>
HWY_INLINE void transpose_rows(std::int64_t rows, std::int64_t columns, const T* from,
                               std::int64_t lda, T* to, std::int64_t pitch) {
  const T* row[kBlock<T>];
  for (std::int64_t i = 0; i < kBlock<T>; ++i) row[i] = from + std::min(i, rows - 1) * lda;
  std::int64_t p = 0;
  for (; p + kBlock<T> <= columns; p += kBlock<T>, to += kBlock<T> * pitch) {
    transpose_block(row, to, pitch);
    unroll<kBlock<T>>([&](auto i) SWEEPMARK_INLINE_LAMBDA { row[i] += kBlock<T>; });
  }
  for (; p < columns; ++p, to += pitch) {
    for (std::int64_t i = 0; i < rows; ++i) to[i] = *row[i]++;
  }
}
#endif

/// to[p * pitch + i] = from[i * lda + p] for i in [0, rows), p in [0, columns). Up to
/// kTransposeSlack elements past the last of these are written too, with anything.
inline constexpr std::int64_t kTransposeSlack = 3;
template <class T>
HWY_INLINE void transpose(std::int64_t rows, std::int64_t columns, const T* from, std::int64_t lda,
                          T* to, std::int64_t pitch) {
#if HWY_TARGET == HWY_SCALAR
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t p = 0; p < columns; ++p) to[p * pitch + i] = from[i * lda + p];
  }
#else
  // The last, incomplete block of rows goes first: what it writes too much, the others overwrite.
  const std::int64_t whole = rows / kBlock<T> * kBlock<T>;
  if (whole < rows)
    transpose_rows(rows - whole, columns, from + whole * lda, lda, to + whole, pitch);
  for (std::int64_t i = 0; i < whole; i += kBlock<T>) {
    transpose_rows(kBlock<T>, columns, from + i * lda, lda, to + i, pitch);
  }
#endif
}

/// A strip of A is packed in chunks of one cache line of k: element (i, p) of a strip of h rows
/// lies at (p / kLine) * h * kLine + i * kLine + p % kLine. Whole lines move, so nothing is
/// transposed, and the tile still reads every row at a constant offset.
template <class T>
inline constexpr std::int64_t kLine = 64 / static_cast<std::int64_t>(sizeof(T));

/// One chunk of `steps` <= kLine elements of k.
template <class T, std::int64_t kRows>
HWY_INLINE void pack_chunk(std::int64_t steps, const T* a, std::int64_t lda, T* to) {
  const Tag<T> d;
  if (steps == kLine<T>) {
    for (std::int64_t row = 0; row < kRows; ++row, a += lda, to += kLine<T>) {
      unroll<kLine<T> / kLanes<T>>([&](auto v) SWEEPMARK_INLINE_LAMBDA {
        hn::Store(hn::LoadU(d, a + v * kLanes<T>), d, to + v * kLanes<T>);
      });
    }
  } else {
    for (std::int64_t row = 0; row < kRows; ++row, a += lda, to += kLine<T>) {
      for (std::int64_t p = 0; p < steps; ++p) to[p] = a[p];
    }
  }
}

/// Columns [0, n) of B[k x n], n <= kPanelCols, as one panel: row p lies at p * kPanelCols, filled
/// up with zeros.
template <class T>
HWY_INLINE void pack_panel(std::int64_t k, std::int64_t n, const T* b, std::int64_t ldb, T* to) {
  const Tag<T> d;
  constexpr std::int64_t lanes = kLanes<T>;
  if (n == kPanelCols<T>) {
    for (std::int64_t p = 0; p < k; ++p, b += ldb, to += kPanelCols<T>) {
      unroll<kTileVecs>([&](auto v) SWEEPMARK_INLINE_LAMBDA {
        hn::Store(hn::LoadU(d, b + v * lanes), d, to + v * lanes);
      });
    }
    return;
  }
  for (std::int64_t p = 0; p < k; ++p, b += ldb, to += kPanelCols<T>) {
    for (std::int64_t first = 0; first < kPanelCols<T>; first += lanes) {
      const std::int64_t left = n - first;
      const auto value = left >= lanes ? hn::LoadU(d, b + first)
                         : left > 0    ? load_first(left, b + first)
                                       : hn::Zero(d);
      hn::Store(value, d, to + first);
    }
  }
}

}  // namespace sweepmark::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SWEEPMARK_KERNELS_PACKED_GEMM_PACK_INL
