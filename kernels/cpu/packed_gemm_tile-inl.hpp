// The register tile: a block of C held in vectors while k runs. Compiled once per SIMD target.
#if defined(SWEEPMARK_KERNELS_PACKED_GEMM_TILE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef SWEEPMARK_KERNELS_PACKED_GEMM_TILE_INL
#undef SWEEPMARK_KERNELS_PACKED_GEMM_TILE_INL
#else
#define SWEEPMARK_KERNELS_PACKED_GEMM_TILE_INL
#endif

#include <algorithm>
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
inline constexpr std::int64_t kTileRows = 14;
#else
inline constexpr std::int64_t kTileRows = 6;
#endif
inline constexpr std::int64_t kTileVecs = 2;
// A tile one vector wide loads as much as it computes, and an x86 multiply-add from memory counts
// twice if its address has an index: each row needs a pointer of its own, and 12 fit.
inline constexpr std::int64_t kSlimRows = 12;

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

/// Writes a vector, adding what is there if `accumulate`.
template <class T>
HWY_INLINE void store_all(Vec<T> value, bool accumulate, T* to) {
  const Tag<T> d;
  if (accumulate) value = hn::Add(value, hn::LoadU(d, to));
  hn::StoreU(value, d, to);
}

/// The same for the first `count` lanes only, all of them from kLanes on.
template <class T>
HWY_INLINE void store_first(Vec<T> value, std::int64_t count, bool accumulate, T* to) {
  const Tag<T> d;
  if (count >= kLanes<T>) {
    store_all<T>(value, accumulate, to);
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
template <class F, std::int64_t... kIndex>
HWY_INLINE void unroll_over(F&& f, std::integer_sequence<std::int64_t, kIndex...>) {
  (f(std::integral_constant<std::int64_t, kIndex>{}), ...);
}
template <std::int64_t kCount, class F>
HWY_INLINE void unroll(F&& f) {
  unroll_over(f, std::make_integer_sequence<std::int64_t, kCount>{});
}
#define SWEEPMARK_INLINE_LAMBDA HWY_ATTR __attribute__((always_inline))

/// f(row, height) for strips of at most `most` rows, as equal as can be: 16 rows are 8 + 8, not
/// 14 + 2, since a low tile has too few independent sums to hide the latency of a multiply-add.
template <class F>
HWY_INLINE void for_each_strip(std::int64_t rows, std::int64_t most, F&& f) {
  std::int64_t strips = (rows + most - 1) / most;
  for (std::int64_t row = 0; row < rows; --strips) {
    const std::int64_t height = (rows - row + strips - 1) / strips;
    f(row, height);
    row += height;
  }
}

/// Hides where a value came from. Otherwise g++ keeps a register for every sum of stride and offset
/// it meets in an unrolled loop, runs out of them, and reloads pointers between multiply-adds.
template <class Value>
HWY_INLINE void hide(Value& value) {
#if defined(__GNUC__)
  asm("" : "+r"(value));
#else
  (void)value;
#endif
}

/// kRows rows of A where they lie, with a pointer for every kGroup-th row. With groups of 3, the
/// two strides an x86 address can scale by reach the other rows, and 14 rows take 5 registers.
template <class T, std::int64_t kRows, std::int64_t kGroup>
class RowsOfA {
 public:
  HWY_INLINE RowsOfA(const T* a, std::int64_t lda) : stride_(lda * kBytes) {
    unroll<kPointers>([&](auto i) SWEEPMARK_INLINE_LAMBDA {
      pointers_[i] = reinterpret_cast<const char*>(a + kGroup * i * lda);
    });
  }
  template <std::int64_t kRow>
  HWY_INLINE T at(std::int64_t p) const {
    const char* row = pointers_[kRow / kGroup] + (kRow % kGroup) * stride_;
    return *reinterpret_cast<const T*>(row + p * kBytes);
  }
  HWY_INLINE void forget() { hide(stride_); }
  HWY_INLINE void advance(std::int64_t steps) {
    unroll<kPointers>([&](auto i) SWEEPMARK_INLINE_LAMBDA {
      pointers_[i] += steps * kBytes;
      hide(pointers_[i]);
    });
  }

 private:
  static constexpr std::int64_t kBytes = sizeof(T);
  static constexpr std::int64_t kPointers = (kRows + kGroup - 1) / kGroup;
  const char* pointers_[kPointers];
  std::int64_t stride_;
};

/// Rows of A at a distance known at compile time: one pointer, all rows at constant offsets.
template <class T, std::int64_t kStride>
class FixedRowsOfA {
 public:
  HWY_INLINE explicit FixedRowsOfA(const T* a) : a_(a) {}
  template <std::int64_t kRow>
  HWY_INLINE T at(std::int64_t p) const {
    return a_[kRow * kStride + p];
  }
  HWY_INLINE void advance(std::int64_t steps) { a_ += steps; }

 private:
  const T* a_;
};

/// kRows x kVecs vectors of C, and the outer product that adds to them.
template <class T, std::int64_t kRows, std::int64_t kVecs>
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
      const T* from = b + v * kLanes<T>;
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

  /// Writes `columns` columns of the tile, all of them if kFull.
  template <bool kFull>
  HWY_INLINE void store(T* c, std::int64_t ldc, std::int64_t columns, bool accumulate) const {
    unroll<kRows>([&](auto row) SWEEPMARK_INLINE_LAMBDA {
      T* to = c + row * ldc;
      unroll<kVecs>([&](auto v) SWEEPMARK_INLINE_LAMBDA {
        const std::int64_t first = v * kLanes<T>;
        if constexpr (kFull) {
          store_all<T>(sum[row][v], accumulate, to + first);
        } else if (first < columns) {
          store_first<T>(sum[row][v], columns - first, accumulate, to + first);
        }
      });
    });
  }
};

}  // namespace sweepmark::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // SWEEPMARK_KERNELS_PACKED_GEMM_TILE_INL
