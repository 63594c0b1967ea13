// Products with few columns: every element of C is a dot product along k. Compiled once per SIMD
// target.
#if defined(SWEEPMARK_KERNELS_PACKED_GEMM_THIN_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef SWEEPMARK_KERNELS_PACKED_GEMM_THIN_INL
#undef SWEEPMARK_KERNELS_PACKED_GEMM_THIN_INL
#else
#define SWEEPMARK_KERNELS_PACKED_GEMM_THIN_INL
#endif

#include <algorithm>

#include "packed_gemm_kernels.hpp"
#include "packed_gemm_pack-inl.hpp"
#include "packed_gemm_tile-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sweepmark::kernels::HWY_NAMESPACE {

/// Rows of a dot tile: with `columns` of them the sums, one vector of B^T each and one of A fill
/// the registers.
constexpr std::int64_t thin_rows(std::int64_t columns) {
  const std::int64_t registers = kTileRows > 6 ? 32 : 16;
  return std::min<std::int64_t>(columns == 1 ? 4 : 8, (registers - 1 - columns) / columns);
}

/// Columns below which dot products beat broadcasting: a vector wider than C wastes its lanes.
template <class T>
inline constexpr std::int64_t kThinCols = std::min<std::int64_t>(kThinColsMax, kLanes<T>);

/// Distance between columns of B^T: a slice and a little, so columns do not share cache sets.
template <class T>
inline constexpr std::int64_t kThinPitch = kThinSlice +
                                           kVectorBytesMax / static_cast<std::int64_t>(sizeof(T));

#if HWY_TARGET != HWY_SCALAR
/// v folded by addition to its 128-bit blocks' sum.
template <class D>
HWY_INLINE auto fold_blocks(D, hn::Vec<D> v) {
  if constexpr (hn::MaxLanes(D()) * sizeof(hn::TFromD<D>) > 16) {
    const hn::Half<D> half;
    return fold_blocks(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  } else {
    return v;
  }
}

/// The sums of the lanes of kBlock vectors, as a block: a tree costs half the shuffles of kBlock
/// separate sums.
HWY_INLINE auto sum_each(const Vec<float>* v) {
  const Tag<float> d;
  const hn::Repartition<double, Tag<float>> pair;
  const auto v01 = hn::Add(hn::InterleaveLower(d, v[0], v[1]), hn::InterleaveUpper(d, v[0], v[1]));
  const auto v23 = hn::Add(hn::InterleaveLower(d, v[2], v[3]), hn::InterleaveUpper(d, v[2], v[3]));
  const auto p01 = hn::BitCast(pair, v01);
  const auto p23 = hn::BitCast(pair, v23);
  return fold_blocks(d, hn::Add(hn::BitCast(d, hn::InterleaveLower(pair, p01, p23)),
                                hn::BitCast(d, hn::InterleaveUpper(pair, p01, p23))));
}
HWY_INLINE auto sum_each(const Vec<double>* v) {
  const Tag<double> d;
  return fold_blocks(
      d, hn::Add(hn::InterleaveLower(d, v[0], v[1]), hn::InterleaveUpper(d, v[0], v[1])));
}
#endif

/// totals[i] = the sum of the lanes of sums[i].
template <class T, std::int64_t kCount>
HWY_INLINE void reduce(const Vec<T>* sums, T* totals) {
  constexpr std::int64_t block = HWY_TARGET == HWY_SCALAR ? kCount + 1 : kBlock<T>;
#if HWY_TARGET != HWY_SCALAR
  unroll<kCount / block>([&](auto i) SWEEPMARK_INLINE_LAMBDA {
    hn::StoreU(sum_each(sums + i * block), hn::CappedTag<T, kBlock<T>>(), totals + i * block);
  });
#endif
  constexpr std::int64_t done = kCount / block * block;
  unroll<kCount - done>([&](auto i) SWEEPMARK_INLINE_LAMBDA {
    totals[done + i] = hn::GetLane(hn::SumOfLanes(Tag<T>(), sums[done + i]));
  });
}

/// C[kRows x kColumns] (+)= A[kRows x k] * B, with B transposed. Prefetching A by hand costs 10%
/// here: the rows are few enough for the hardware to follow.
template <class T, std::int64_t kRows, std::int64_t kColumns>
HWY_NOINLINE void thin_tile(std::int64_t k, const T* a, std::int64_t lda, const T* bt, T* c,
                            std::int64_t ldc, bool accumulate) {
  const Tag<T> d;
  constexpr std::int64_t lanes = kLanes<T>;
  Vec<T> sums[kRows * kColumns];
  unroll<kRows * kColumns>([&](auto i) SWEEPMARK_INLINE_LAMBDA { sums[i] = hn::Zero(d); });
  const auto step = [&](std::int64_t p, auto load) SWEEPMARK_INLINE_LAMBDA {
    Vec<T> columns[kColumns];
    unroll<kColumns>(
        [&](auto j) SWEEPMARK_INLINE_LAMBDA { columns[j] = load(bt + j * kThinPitch<T> + p); });
    unroll<kRows>([&](auto row) SWEEPMARK_INLINE_LAMBDA {
      const T* from = a + row * lda + p;
      const Vec<T> elements = load(from);
      unroll<kColumns>([&](auto j) SWEEPMARK_INLINE_LAMBDA {
        auto& sum = sums[row * kColumns + j];
        sum = hn::MulAdd(elements, columns[j], sum);
      });
    });
  };
  std::int64_t p = 0;
  for (; p + lanes <= k; p += lanes) {
    step(p, [&](const T* from) SWEEPMARK_INLINE_LAMBDA { return hn::LoadU(d, from); });
  }
  if (p < k) {
    const std::int64_t left = k - p;
    step(p, [&](const T* from) SWEEPMARK_INLINE_LAMBDA { return load_first(left, from); });
  }
  HWY_ALIGN T totals[kRows * kColumns];
  reduce<T, kRows * kColumns>(sums, totals);
  unroll<kRows>([&](auto row) SWEEPMARK_INLINE_LAMBDA {
    T* to = c + row * ldc;
    unroll<kColumns>([&](auto j) SWEEPMARK_INLINE_LAMBDA {
      const T total = totals[row * kColumns + j];
      to[j] = accumulate ? to[j] + total : total;
    });
  });
}

/// All rows of C for one slice of k; kColumns is n.
template <class T, std::int64_t kColumns>
void thin_slice(const GemmOperands<T>& x, const T* bt, std::int64_t k, bool accumulate) {
  constexpr std::int64_t rows = thin_rows(kColumns);
  std::int64_t row = 0;
  const auto run = [&](auto height) SWEEPMARK_INLINE_LAMBDA {
    thin_tile<T, height, kColumns>(k, x.a + row * x.lda, x.lda, bt, x.c + row * x.ldc, x.ldc,
                                   accumulate);
    row += height();
  };
  while (row + rows <= x.m) {
    run(std::integral_constant<std::int64_t, rows>{});
  }
  if constexpr (rows > 4) {
    if (row + 4 <= x.m) run(std::integral_constant<std::int64_t, 4>{});
  }
  if constexpr (rows > 2) {
    if (row + 2 <= x.m) run(std::integral_constant<std::int64_t, 2>{});
  }
  while (row < x.m) run(std::integral_constant<std::int64_t, 1>{});
}

template <class T>
using ThinSlice = void (*)(const GemmOperands<T>& x, const T* bt, std::int64_t k, bool accumulate);
template <class T, std::int64_t... kColumn>
constexpr std::array<ThinSlice<T>, sizeof...(kColumn)> thin_slices(
    std::integer_sequence<std::int64_t, kColumn...>) {
  return {&thin_slice<T, kColumn + 1>...};
}

/// Needs 1 <= n < kThinCols, or n = 1.
template <class T>
void gemm_thin(const GemmOperands<T>& whole, T* scratch) {
  if (whole.n == 1 && whole.ldb == 1) {
    thin_slice<T, 1>(whole, whole.b, whole.k, false);
    return;
  }
  constexpr std::int64_t columns = std::max<std::int64_t>(kThinCols<T> - 1, 1);
  static constexpr auto slices =
      thin_slices<T>(std::make_integer_sequence<std::int64_t, columns>{});
  GemmOperands<T> x = whole;
  std::int64_t p = 0;
  do {
    const std::int64_t k = std::min(kThinSlice, whole.k - p);
    transpose<T>(k, x.n, x.b, x.ldb, scratch, kThinPitch<T>);
    slices[static_cast<std::size_t>(x.n - 1)](x, scratch, k, p > 0);
    p += k;
    x.a += k;
    x.b += k * x.ldb;
  } while (p < whole.k);
}

/// y = A * x, where x needs no transposing.
template <class T>
void gemv_thin(const GemmOperands<T>& x) {
  GemmOperands<T> dense = x;
  dense.ldc = 1;
  thin_slice<T, 1>(dense, x.b, x.k, false);
}

}  // namespace sweepmark::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SWEEPMARK_KERNELS_PACKED_GEMM_THIN_INL
