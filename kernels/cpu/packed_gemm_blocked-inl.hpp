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
  const T* a;
  const T* next_a;  ///< the strip the next tile reads, fetched meanwhile
  const T* b;
  T* c;
  std::int64_t ldc;
  std::int64_t columns;
  bool accumulate;
};

// Rows of B's panel fetched ahead: the panel outgrows L1, and the tile reads it once a strip.
inline constexpr std::int64_t kAhead = 8;

template <class T, std::int64_t kRows>
HWY_NOINLINE void packed_tile(const PackedTileArguments<T>& x) {
  Accumulators<T, kRows, kTileVecs> tile;
  tile.clear();
  for (std::int64_t row = 0; row < kRows; ++row) {
    const T* line = x.c + row * x.ldc;
    __builtin_prefetch(line, 1);
    __builtin_prefetch(line + kPanelCols<T> - 1, 1);
  }
  PackedA<T, kRows> a(x.a);
  const T* b = x.b;
  const T* next_a = x.next_a;
  const std::int64_t whole = x.k / 4 * 4;
  for (std::int64_t p = 0; p < whole; p += 4) {
    unroll<4>([&](auto step) SWEEPMARK_INLINE_LAMBDA {
      const T* row = b + step * kPanelCols<T>;
      unroll<kTileVecs>([&](auto v) SWEEPMARK_INLINE_LAMBDA {
        __builtin_prefetch(row + kAhead * kPanelCols<T> + v * kLanes<T>);
      });
      __builtin_prefetch(next_a + step * kRows);
      tile.template add_outer<false>(a, step, row, 0);
    });
    a.advance(4);
    b += 4 * kPanelCols<T>;
    next_a += 4 * kRows;
  }
  for (std::int64_t p = whole; p < x.k; ++p) {
    tile.template add_outer<false>(a, 0, b, 0);
    a.advance(1);
    b += kPanelCols<T>;
  }
  if (x.columns == kPanelCols<T>) {
    tile.template store<true>(x.c, x.ldc, x.columns, x.accumulate);
  } else {
    tile.template store<false>(x.c, x.ldc, x.columns, x.accumulate);
  }
}

template <class T>
using PackedTile = void (*)(const PackedTileArguments<T>&);

template <class T, std::int64_t... kRow>
constexpr std::array<PackedTile<T>, sizeof...(kRow)> packed_tiles(
    std::integer_sequence<std::int64_t, kRow...>) {
  return {&packed_tile<T, kRow + 1>...};
}
/// Entry i - 1 has the tile of i rows.
template <class T>
inline constexpr auto kPackedTiles =
    packed_tiles<T>(std::make_integer_sequence<std::int64_t, kTileRows>{});

/// C[m x n] (+)= one packed block of A times one packed block of B.
template <class T>
HWY_INLINE void multiply_block(std::int64_t m, std::int64_t n, std::int64_t k, const T* a,
                               const T* b, T* c, std::int64_t ldc, bool accumulate) {
  for (std::int64_t column = 0; column < n; column += kPanelCols<T>) {
    PackedTileArguments<T> x{};
    x.k = k;
    x.b = b + column * k;
    x.ldc = ldc;
    x.columns = std::min(kPanelCols<T>, n - column);
    x.accumulate = accumulate;
    for_each_strip(m, kTileRows, [&](std::int64_t row, std::int64_t height) {
      x.a = a + row * k;
      x.next_a = row + height < m ? x.a + height * k : a;
      x.c = c + row * ldc + column;
      kPackedTiles<T>[static_cast<std::size_t>(height - 1)](x);
    });
  }
}

template <class T>
void gemm_packed(const GemmOperands<T>& x, const GemmBlocks<T>& blocks) {
  for (std::int64_t column = 0; column < x.n; column += blocks.nc) {
    const std::int64_t n = std::min(blocks.nc, x.n - column);
    for (std::int64_t p = 0; p < x.k; p += blocks.kc) {
      const std::int64_t k = std::min(blocks.kc, x.k - p);
      pack_b<T>(k, n, x.b + p * x.ldb + column, x.ldb, blocks.packed_b);
      for (std::int64_t row = 0; row < x.m; row += blocks.mc) {
        const std::int64_t m = std::min(blocks.mc, x.m - row);
        pack_a<T>(m, k, x.a + row * x.lda + p, x.lda, blocks.packed_a);
        multiply_block<T>(m, n, k, blocks.packed_a, blocks.packed_b, x.c + row * x.ldc + column,
                          x.ldc, p > 0);
      }
    }
  }
}

}  // namespace sweepmark::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SWEEPMARK_KERNELS_PACKED_GEMM_BLOCKED_INL
