#include "fma_peak.hpp"

#include "simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/fma_peak.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sweepmark::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// `starts` holds ten values the compiler cannot see: equal chains would be folded into one. Ten
/// chains cover a latency of 5 cycles at two a cycle and fit where there are 16 registers.
template <class T>
FmaPeak fma_chains(std::int64_t count, const T* starts) {
  const hn::ScalableTag<T> d;
  const auto half = hn::Set(d, T(0.5));
  auto x0 = hn::Set(d, starts[0]), x1 = hn::Set(d, starts[1]), x2 = hn::Set(d, starts[2]);
  auto x3 = hn::Set(d, starts[3]), x4 = hn::Set(d, starts[4]), x5 = hn::Set(d, starts[5]);
  auto x6 = hn::Set(d, starts[6]), x7 = hn::Set(d, starts[7]), x8 = hn::Set(d, starts[8]);
  auto x9 = hn::Set(d, starts[9]);
  for (std::int64_t i = 0; i < count; ++i) {
    x0 = hn::MulAdd(x0, half, half);
    x1 = hn::MulAdd(x1, half, half);
    x2 = hn::MulAdd(x2, half, half);
    x3 = hn::MulAdd(x3, half, half);
    x4 = hn::MulAdd(x4, half, half);
    x5 = hn::MulAdd(x5, half, half);
    x6 = hn::MulAdd(x6, half, half);
    x7 = hn::MulAdd(x7, half, half);
    x8 = hn::MulAdd(x8, half, half);
    x9 = hn::MulAdd(x9, half, half);
  }
  const auto low = hn::Min(hn::Min(hn::Min(x0, x1), hn::Min(x2, x3)), x4);
  const auto high = hn::Min(hn::Min(hn::Min(x5, x6), hn::Min(x7, x8)), x9);
  const T least = hn::GetLane(hn::MinOfLanes(d, hn::Min(low, high)));
  const std::int64_t rounds = count > 0 ? count : 0;
  return {2 * 10 * static_cast<std::int64_t>(hn::Lanes(d)) * rounds, static_cast<double>(least)};
}

FmaPeak fma_chains_float32(std::int64_t count, const float* starts) {
  return fma_chains(count, starts);
}
FmaPeak fma_chains_float64(std::int64_t count, const double* starts) {
  return fma_chains(count, starts);
}

}  // namespace sweepmark::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sweepmark::kernels {

HWY_EXPORT(fma_chains_float32);
HWY_EXPORT(fma_chains_float64);

template <>
FmaPeak fma_peak<float>(std::int64_t count) {
  const float starts[10] = {0.0F, 0.1F, 0.2F, 0.3F, 0.4F, 0.5F, 0.6F, 0.7F, 0.8F, 0.9F};
  return HWY_DYNAMIC_DISPATCH(fma_chains_float32)(count, starts);
}
template <>
FmaPeak fma_peak<double>(std::int64_t count) {
  const double starts[10] = {0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
  return HWY_DYNAMIC_DISPATCH(fma_chains_float64)(count, starts);
}

}  // namespace sweepmark::kernels
#endif  // HWY_ONCE
