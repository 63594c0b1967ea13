// The register tile: a block of C held in vectors while k runs. Compiled once per SIMD target.
#if defined(SWEEPMARK_KERNELS_PACKED_GEMM_TILE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef SWEEPMARK_KERNELS_PACKED_GEMM_TILE_INL
#undef SWEEPMARK_KERNELS_PACKED_GEMM_TILE_INL
#else
#define SWEEPMARK_KERNELS_PACKED_GEMM_TILE_INL
#endif

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sweepmark::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
using Tag = hn::ScalableTag<T>;
template <class T>
using Vec = hn::Vec<Tag<T>>;
template <class T>
inline constexpr std::int64_t kLanes = HWY_LANES(T);

// 32 vector registers hold 14 x 2 accumulators, 2 vectors of B and a broadcast of A; 16 hold 6 x 2.
#if HWY_CAP_GE512 || HWY_TARGET == HWY_NEON || HWY_TARGET == HWY_PPC8
inline constexpr std::size_t kTileRows = 14;
#else
inline constexpr std::size_t kTileRows = 6;
#endif
inline constexpr std::size_t kTileVecs = 2;

// Only AVX2 (for 4- and 8-byte lanes) and AVX-512 mask memory without touching what lies beyond.
#if HWY_TARGET == HWY_AVX2 || !HWY_MEM_OPS_MIGHT_FAULT
inline constexpr bool kMasksMemory = true;
#else
inline constexpr bool kMasksMemory = false;
#endif

/// The first `count` lanes from memory, zeros above.
template <class T>
HWY_INLINE Vec<T> load_first(std::int64_t count, const T* from) {
  const Tag<T> d;
  if constexpr (kMasksMemory) {
    return hn::MaskedLoad(hn::FirstN(d, static_cast<std::size_t>(count)), d, from);
  } else {
    HWY_ALIGN T lanes[kLanes<T>] = {};
    for (std::int64_t i = 0; i < count; ++i) lanes[i] = from[i];
    return hn::Load(d, lanes);
  }
}

/// Writes the first `count` lanes, adding what is there if `accumulate`.
template <class T>
HWY_INLINE void store_first(Vec<T> value, std::int64_t count, bool accumulate, T* to) {
  const Tag<T> d;
  if (count >= kLanes<T>) {
    hn::StoreU(accumulate ? hn::Add(value, hn::LoadU(d, to)) : value, d, to);
  } else if constexpr (kMasksMemory) {
    const auto mask = hn::FirstN(d, static_cast<std::size_t>(count));
    if (accumulate) value = hn::Add(value, hn::MaskedLoad(mask, d, to));
    hn::BlendedStore(value, mask, d, to);
  } else {
    HWY_ALIGN T lanes[kLanes<T>];
    hn::Store(value, d, lanes);
    for (std::int64_t i = 0; i < count; ++i) to[i] = accumulate ? to[i] + lanes[i] : lanes[i];
  }
}

/// f(0), f(1), ... f(kCount - 1) with the index as a constant: unlike a loop the optimizer may or
/// may not unroll, this keeps an array of accumulators in registers under every compiler.
template <class F, std::size_t... kIndex>
HWY_INLINE void unroll_over(F&& f, std::index_sequence<kIndex...>) {
  (f(std::integral_constant<std::size_t, kIndex>{}), ...);
}
template <std::size_t kCount, class F>
HWY_INLINE void unroll(F&& f) {
  unroll_over(f, std::make_index_sequence<kCount>{});
}
#define SWEEPMARK_INLINE_LAMBDA HWY_ATTR __attribute__((always_inline))

/// kRows rows of A where they lie. A pointer for every third row reaches all rows with the two
/// scaled offsets an x86 address can hold; a pointer for each of 14 rows would not fit in registers.
template <class T, std::size_t kRows, class Stride>
class RowsOfA {
 public:
  HWY_INLINE RowsOfA(const T* a, Stride lda) : lda_(lda) {
    for (std::size_t i = 0; i < kPointers; ++i) {
      pointers_[i] = a + 3 * static_cast<std::int64_t>(i) * static_cast<std::int64_t>(lda);
    }
  }
  template <std::size_t kRow>
  HWY_INLINE T at(std::int64_t p) const {
    return pointers_[kRow / 3][static_cast<std::int64_t>(kRow % 3) *
                                   static_cast<std::int64_t>(lda_) +
                               p];
  }
  HWY_INLINE void advance(std::int64_t steps) {
    for (std::size_t i = 0; i < kPointers; ++i) pointers_[i] += steps;
  }

 private:
  static constexpr std::size_t kPointers = (kRows + 2) / 3;
  const T* pointers_[kPointers];
  Stride lda_;
};

/// kRows rows of A packed column by column.
template <class T, std::size_t kRows>
class PackedA {
 public:
  HWY_INLINE explicit PackedA(const T* a) : a_(a) {}
  template <std::size_t kRow>
  HWY_INLINE T at(std::int64_t p) const {
    return a_[p * static_cast<std::int64_t>(kRows) + static_cast<std::int64_t>(kRow)];
  }
  HWY_INLINE void advance(std::int64_t steps) { a_ += steps * static_cast<std::int64_t>(kRows); }

 private:
  const T* a_;
};

/// kRows x kVecs vectors of C, and the outer product that adds to them.
template <class T, std::size_t kRows, std::size_t kVecs>
struct Accumulators {
  Vec<T> sum[kRows][kVecs];

  HWY_INLINE void clear() {
    unroll<kRows>([&](auto row) SWEEPMARK_INLINE_LAMBDA {
      unroll<kVecs>([&](auto v) SWEEPMARK_INLINE_LAMBDA { sum[row][v] = hn::Zero(Tag<T>()); });
    });
  }

  /// Adds column p of A times row p of B; lanes of the last vector from `last` on are not read.
  template <bool kMasked, class A>
  HWY_INLINE void add_outer(const A& a, std::int64_t p, const T* b, std::int64_t last) {
    const Tag<T> d;
    Vec<T> row_of_b[kVecs];
    unroll<kVecs>([&](auto v) SWEEPMARK_INLINE_LAMBDA {
      const T* from = b + static_cast<std::int64_t>(v) * kLanes<T>;
      if constexpr (kMasked && v + 1 == kVecs) {
        row_of_b[v] = load_first(last, from);
      } else {
        row_of_b[v] = hn::LoadU(d, from);
      }
    });
    unroll<kRows>([&](auto row) SWEEPMARK_INLINE_LAMBDA {
      const Vec<T> element = hn::Set(d, a.template at<row>(p));
      unroll<kVecs>([&](auto v) SWEEPMARK_INLINE_LAMBDA {
        sum[row][v] = hn::MulAdd(element, row_of_b[v], sum[row][v]);
      });
    });
  }

  /// Writes the tile; the last vector has `last` lanes.
  HWY_INLINE void store(T* c, std::int64_t ldc, std::int64_t last, bool accumulate) const {
    unroll<kRows>([&](auto row) SWEEPMARK_INLINE_LAMBDA {
      T* to = c + static_cast<std::int64_t>(row) * ldc;
      unroll<kVecs>([&](auto v) SWEEPMARK_INLINE_LAMBDA {
        store_first<T>(sum[row][v], v + 1 == kVecs ? last : kLanes<T>, accumulate,
                       to + static_cast<std::int64_t>(v) * kLanes<T>);
      });
    });
  }
};

}  // namespace sweepmark::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SWEEPMARK_KERNELS_PACKED_GEMM_TILE_INL
