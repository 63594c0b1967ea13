// Products on A and B where they lie, without packing. Compiled once per SIMD target.
#if defined(SWEEPMARK_KERNELS_PACKED_GEMM_DIRECT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef SWEEPMARK_KERNELS_PACKED_GEMM_DIRECT_INL
#undef SWEEPMARK_KERNELS_PACKED_GEMM_DIRECT_INL
#else
#define SWEEPMARK_KERNELS_PACKED_GEMM_DIRECT_INL
#endif

#include "packed_gemm_kernels.hpp"
#include "packed_gemm_tile-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sweepmark::kernels::HWY_NAMESPACE {

/// One tile of C over the whole of k.
template <class T, std::int64_t kRows, std::int64_t kVecs, bool kMasked, class Lda, class Ldb>
HWY_INLINE void direct_tile(std::int64_t k, const T* a, Lda lda, const T* b, Ldb ldb, T* c,
                            std::int64_t ldc, std::int64_t last) {
  Accumulators<T, kRows, kVecs> tile;
  tile.clear();
  RowsOfA<T, kRows, Lda> rows(a, lda);
  const std::int64_t row_of_b = ldb;
  std::int64_t p = 0;
  for (; p + 4 <= k; p += 4) {
    unroll<4>([&](auto step) SWEEPMARK_INLINE_LAMBDA {
      tile.template add_outer<kMasked>(rows, step, b + step * row_of_b, last);
    });
    rows.advance(4);
    b += 4 * row_of_b;
  }
  for (; p < k; ++p) {
    tile.template add_outer<kMasked>(rows, 0, b, last);
    rows.advance(1);
    b += row_of_b;
  }
  constexpr auto full = (kVecs - 1) * kLanes<T>;
  tile.template store<!kMasked>(c, ldc, full + last, false);
}

template <class T>
using DirectTile = void (*)(std::int64_t k, const T* a, std::int64_t lda, const T* b,
                            std::int64_t ldb, T* c, std::int64_t ldc, std::int64_t last);

template <class T, std::int64_t kRows, std::int64_t kVecs, bool kMasked>
HWY_NOINLINE void direct_tile_entry(std::int64_t k, const T* a, std::int64_t lda, const T* b,
                                    std::int64_t ldb, T* c, std::int64_t ldc, std::int64_t last) {
  direct_tile<T, kRows, kVecs, kMasked>(k, a, lda, b, ldb, c, ldc, last);
}

/// Entry i - 1 has the tile of i rows.
template <class T, std::int64_t kVecs, bool kMasked, std::int64_t... kRow>
constexpr std::array<DirectTile<T>, sizeof...(kRow)> direct_tiles(
    std::integer_sequence<std::int64_t, kRow...>) {
  return {&direct_tile_entry<T, kRow + 1, kVecs, kMasked>...};
}
template <class T, std::int64_t kVecs, bool kMasked>
inline constexpr auto kDirectTiles =
    direct_tiles<T, kVecs, kMasked>(std::make_integer_sequence<std::int64_t, kTileRows>{});

template <class T>
HWY_INLINE void direct_panel(const GemmOperands<T>& x, std::int64_t column, std::int64_t last,
                             const std::array<DirectTile<T>, kTileRows>& tiles) {
  for_each_strip(x.m, [&](std::int64_t row, std::int64_t height) {
    tiles[static_cast<std::size_t>(height - 1)](x.k, x.a + row * x.lda, x.lda, x.b + column, x.ldb,
                                                x.c + row * x.ldc + column, x.ldc, last);
  });
}

template <class T>
void gemm_direct(const GemmOperands<T>& x) {
  constexpr std::int64_t lanes = kLanes<T>;
  std::int64_t column = 0;
  for (; column + 2 * lanes <= x.n; column += 2 * lanes) {
    direct_panel<T>(x, column, lanes, kDirectTiles<T, 2, false>);
  }
  const std::int64_t left = x.n - column;
  if (left > lanes) {
    direct_panel<T>(x, column, left - lanes, kDirectTiles<T, 2, true>);
  } else if (left == lanes) {
    direct_panel<T>(x, column, lanes, kDirectTiles<T, 1, false>);
  } else if (left > 0) {
    direct_panel<T>(x, column, left, kDirectTiles<T, 1, true>);
  }
}

}  // namespace sweepmark::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SWEEPMARK_KERNELS_PACKED_GEMM_DIRECT_INL
