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

/// One tile of C over the whole of k, strides known at compile time.
template <class T, std::int64_t kRows, std::int64_t kVecs, std::int64_t kStride>
HWY_INLINE void square_tile(const T* a, const T* b, T* c) {
  Accumulators<T, kRows, kVecs> tile;
  tile.clear();
  FixedRowsOfA<T, kStride> rows(a);
  for (std::int64_t p = 0; p < kStride; p += 4, b += 4 * kStride) {
    unroll<4>([&](auto step) SWEEPMARK_INLINE_LAMBDA {
      tile.template add_outer<false>(rows, step, b + step * kStride, 0);
    });
    rows.advance(4);
  }
  tile.template store<true>(c, kStride, 0, false);
}

/// One tile of C over the whole of k.
template <class T, std::int64_t kRows, std::int64_t kVecs, bool kMasked>
HWY_NOINLINE void direct_tile(std::int64_t k, const T* a, std::int64_t lda, const T* b,
                              std::int64_t ldb, T* c, std::int64_t ldc, std::int64_t last) {
  constexpr std::int64_t steps = 4;
  Accumulators<T, kRows, kVecs> tile;
  tile.clear();
  RowsOfA<T, kRows, kVecs == 1 ? 1 : 3> rows(a, lda);
  for (; k >= steps; k -= steps) {
    unroll<steps>([&](auto step) SWEEPMARK_INLINE_LAMBDA {
      rows.forget();
      tile.template add_outer<kMasked>(rows, step, b, last);
      b += ldb;
      hide(b);
    });
    rows.advance(steps);
  }
  for (; k > 0; --k) {
    tile.template add_outer<kMasked>(rows, 0, b, last);
    rows.advance(1);
    b += ldb;
  }
  constexpr std::int64_t full = (kVecs - 1) * kLanes<T>;
  tile.template store<!kMasked>(c, ldc, full + last, false);
}

template <class T>
using DirectTile = void (*)(std::int64_t k, const T* a, std::int64_t lda, const T* b,
                            std::int64_t ldb, T* c, std::int64_t ldc, std::int64_t last);

template <class T, std::int64_t kRows>
using DirectTiles = std::array<DirectTile<T>, kRows>;
template <class T, std::int64_t kVecs, bool kMasked, std::int64_t... kRow>
constexpr DirectTiles<T, sizeof...(kRow)> direct_tiles(
    std::integer_sequence<std::int64_t, kRow...>) {
  return {&direct_tile<T, kRow + 1, kVecs, kMasked>...};
}

/// Entry i - 1 has the tile of i rows.
template <class T>
inline constexpr auto kWideTiles =
    direct_tiles<T, kTileVecs, false>(std::make_integer_sequence<std::int64_t, kTileRows>{});
template <class T, bool kMasked>
inline constexpr auto kSlimTiles =
    direct_tiles<T, 1, kMasked>(std::make_integer_sequence<std::int64_t, kSlimRows>{});

template <class T, class Tiles>
HWY_INLINE void direct_panel(const GemmOperands<T>& x, std::int64_t column, std::int64_t last,
                             const Tiles& tiles) {
  const auto most = static_cast<std::int64_t>(tiles.size());
  for_each_strip(x.m, most, [&](std::int64_t row, std::int64_t height) {
    tiles[static_cast<std::size_t>(height - 1)](x.k, x.a + row * x.lda, x.lda, x.b + column, x.ldb,
                                                x.c + row * x.ldc + column, x.ldc, last);
  });
}

template <class T>
void gemm_direct(const GemmOperands<T>& x) {
  constexpr std::int64_t lanes = kLanes<T>;
  std::int64_t column = 0;
  for (; column + 2 * lanes <= x.n; column += 2 * lanes) {
    direct_panel(x, column, lanes, kWideTiles<T>);
  }
  if (column + lanes <= x.n) {
    direct_panel(x, column, lanes, kSlimTiles<T, false>);
    column += lanes;
  }
  if (column < x.n) direct_panel(x, column, x.n - column, kSlimTiles<T, true>);
}

}  // namespace sweepmark::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SWEEPMARK_KERNELS_PACKED_GEMM_DIRECT_INL
