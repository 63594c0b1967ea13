// The cache-blocked product over packed panels. Compiled once per SIMD target.
#if defined(SWEEPMARK_KERNELS_PACKED_GEMM_BLOCKED_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef SWEEPMARK_KERNELS_PACKED_GEMM_BLOCKED_INL
#undef SWEEPMARK_KERNELS_PACKED_GEMM_BLOCKED_INL
#else
#define SWEEPMARK_KERNELS_PACKED_GEMM_BLOCKED_INL
#endif

#include <algorithm>

#include "packed_gemm_kernels.hpp"
#include "packed_gemm_pack-inl.hpp"
#include "packed_gemm_tile-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sweepmark::kernels::HWY_NAMESPACE {

/// One tile of C: a packed strip of A times a packed panel of B.
template <class T>
struct PackedTileArguments {
  std::int64_t k;
  T* a;
  T* b;
  T* c;
  std::int64_t ldc;
  std::int64_t columns;
  bool accumulate;
  const T* source_of_a;  ///< where the strip lies unpacked
  std::int64_t lda;
  const T* source_of_b;  ///< where the panel lies unpacked
  std::int64_t ldb;
  const T* fetch;  ///< rows of B (ldb apart) some later panel reads: one a chunk goes to L2
};

/// The first tile that reads a strip or a panel packs it (kPackA, kPackB) in passing: among
/// multiply-adds the copying is almost free, while a pass of its own waits for memory.
template <class T, std::int64_t kRows, bool kPackA, bool kPackB>
HWY_NOINLINE void packed_tile(const PackedTileArguments<T>& x) {
  const Tag<T> d;
  Accumulators<T, kRows, kTileVecs> tile;
  tile.clear();
  T* a = x.a;
  T* b = x.b;
  const T* source_of_a = x.source_of_a;
  const T* source_of_b = x.source_of_b;
  const T* fetch = x.fetch;
  const T* line_of_c = x.c;
  if constexpr (kPackA) pack_chunk<T, kRows>(std::min(x.k, kLine<T>), source_of_a, x.lda, a);
  const auto step = [&](auto p) SWEEPMARK_INLINE_LAMBDA {
    const FixedRowsOfA<T, kLine<T>> rows(a);
    if constexpr (kPackB) {
      tile.template add_outer<false>(rows, p, source_of_b, 0);
      unroll<kTileVecs>([&](auto v) SWEEPMARK_INLINE_LAMBDA {
        hn::Store(hn::LoadU(d, source_of_b + v * kLanes<T>), d, b + v * kLanes<T>);
      });
      source_of_b += x.ldb;
    } else {
      tile.template add_outer<false>(rows, p, b, 0);
    }
    b += kPanelCols<T>;
  };
  std::int64_t rows_of_c = kRows;
  for (std::int64_t left = x.k; left > 0; left -= kLine<T>) {
    if constexpr (kPackA) {
      source_of_a += kLine<T>;
      if (left > kLine<T>) {
        pack_chunk<T, kRows>(std::min(left - kLine<T>, kLine<T>), source_of_a, x.lda,
                             a + kRows * kLine<T>);
      }
    }
    // Memory farther than L2 needs a head start: C is wanted when this tile ends, B a panel later.
    if (rows_of_c-- > 0) {
      __builtin_prefetch(line_of_c, 1);
      __builtin_prefetch(line_of_c + kPanelCols<T> - 1, 1);
      line_of_c += x.ldc;
    }
    __builtin_prefetch(fetch, 0, 2);
    __builtin_prefetch(fetch + kLanes<T>, 0, 2);
    fetch += x.ldb;
    std::int64_t steps = std::min(left, kLine<T>);
    for (; steps >= 4; steps -= 4, a += 4) unroll<4>(step);
    for (; steps > 0; --steps, ++a) step(std::integral_constant<std::int64_t, 0>{});
    a += (kRows - 1) * kLine<T>;
  }
  if (x.columns == kPanelCols<T>) {
    tile.template store<true>(x.c, x.ldc, x.columns, x.accumulate);
  } else {
    tile.template store<false>(x.c, x.ldc, x.columns, x.accumulate);
  }
}

template <class T>
using PackedTile = void (*)(const PackedTileArguments<T>&);

template <class T, bool kPackA, bool kPackB, std::int64_t... kRow>
constexpr std::array<PackedTile<T>, sizeof...(kRow)> packed_tiles(
    std::integer_sequence<std::int64_t, kRow...>) {
  return {&packed_tile<T, kRow + 1, kPackA, kPackB>...};
}
/// Entry i - 1 has the tile of i rows.
template <class T, bool kPackA, bool kPackB>
inline constexpr auto kPackedTiles =
    packed_tiles<T, kPackA, kPackB>(std::make_integer_sequence<std::int64_t, kTileRows>{});

/// C[m x n] (+)= A[m x k] * B[k x n] for one block that fits the pack buffers. A's strips are
/// packed with the first panel; panels of B with the first block of rows: later ones find
/// `b_is_packed`.
template <class T>
HWY_INLINE void multiply_block(const GemmOperands<T>& x, T* packed_a, T* packed_b, bool b_is_packed,
                               bool accumulate) {
  const std::int64_t chunks = (x.k + kLine<T> - 1) / kLine<T>;
  for (std::int64_t column = 0; column < x.n; column += kPanelCols<T>) {
    const std::int64_t columns = std::min(kPanelCols<T>, x.n - column);
    T* panel = packed_b + column * x.k;
    // A part of a panel needs zeros beside it, and the first tile already packs A.
    bool pack_b = !b_is_packed;
    if (pack_b && (column == 0 || columns < kPanelCols<T>)) {
      pack_panel<T>(x.k, columns, x.b + column, x.ldb, panel);
      pack_b = false;
    }
    // Whole panels to come only: a prefetch of nothing would still walk the page table.
    const bool fetch_b = !b_is_packed && column + 2 * kPanelCols<T> <= x.n;
    std::int64_t fetched = 0;
    for_each_strip(x.m, kTileRows, [&](std::int64_t row, std::int64_t height) {
      PackedTileArguments<T> tile{};
      tile.k = x.k;
      tile.a = packed_a + row * chunks * kLine<T>;
      tile.b = panel;
      tile.c = x.c + row * x.ldc + column;
      tile.ldc = x.ldc;
      tile.columns = columns;
      tile.accumulate = accumulate;
      tile.source_of_a = x.a + row * x.lda;
      tile.lda = x.lda;
      tile.source_of_b = x.b + column;
      const bool fetch = fetch_b && fetched < x.k;
      tile.ldb = fetch || pack_b ? x.ldb : 0;
      tile.fetch = fetch ? x.b + column + columns + fetched * x.ldb : tile.c;
      fetched += chunks;
      const auto entry = static_cast<std::size_t>(height - 1);
      if (column == 0) {
        kPackedTiles<T, true, false>[entry](tile);
      } else if (pack_b) {
        kPackedTiles<T, false, true>[entry](tile);
      } else {
        kPackedTiles<T, false, false>[entry](tile);
      }
      pack_b = false;
    });
  }
}

template <class T>
void gemm_packed(const GemmOperands<T>& x, const GemmBlocks<T>& blocks) {
  for (std::int64_t column = 0; column < x.n; column += blocks.nc) {
    for (std::int64_t p = 0; p < x.k; p += blocks.kc) {
      for (std::int64_t row = 0; row < x.m; row += blocks.mc) {
        const GemmOperands<T> block{std::min(blocks.mc, x.m - row),
                                    std::min(blocks.nc, x.n - column),
                                    std::min(blocks.kc, x.k - p),
                                    x.a + row * x.lda + p,
                                    x.lda,
                                    x.b + p * x.ldb + column,
                                    x.ldb,
                                    x.c + row * x.ldc + column,
                                    x.ldc};
        multiply_block(block, blocks.packed_a, blocks.packed_b, row > 0, p > 0);
      }
    }
  }
}

}  // namespace sweepmark::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SWEEPMARK_KERNELS_PACKED_GEMM_BLOCKED_INL
