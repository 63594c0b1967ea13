#include "fma_chains.hpp"

#include "simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/fma_chains.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sweepmark::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Ten chains cover a latency of 5 cycles at two a cycle, and fit where there are 16 registers.
template <class D, class T>
void ten_chains(D d, const T* x, T scale, T offset, T* y, std::int64_t k) {
  const std::size_t lanes = hn::Lanes(d);
  const auto a = hn::Set(d, scale), b = hn::Set(d, offset);
  auto x0 = hn::LoadU(d, x), x1 = hn::LoadU(d, x + lanes), x2 = hn::LoadU(d, x + 2 * lanes);
  auto x3 = hn::LoadU(d, x + 3 * lanes), x4 = hn::LoadU(d, x + 4 * lanes);
  auto x5 = hn::LoadU(d, x + 5 * lanes), x6 = hn::LoadU(d, x + 6 * lanes);
  auto x7 = hn::LoadU(d, x + 7 * lanes), x8 = hn::LoadU(d, x + 8 * lanes);
  auto x9 = hn::LoadU(d, x + 9 * lanes);
  for (std::int64_t i = 0; i < k; ++i) {
    x0 = hn::MulAdd(x0, a, b);
    x1 = hn::MulAdd(x1, a, b);
    x2 = hn::MulAdd(x2, a, b);
    x3 = hn::MulAdd(x3, a, b);
    x4 = hn::MulAdd(x4, a, b);
    x5 = hn::MulAdd(x5, a, b);
    x6 = hn::MulAdd(x6, a, b);
    x7 = hn::MulAdd(x7, a, b);
    x8 = hn::MulAdd(x8, a, b);
    x9 = hn::MulAdd(x9, a, b);
  }
  hn::StoreU(x0, d, y), hn::StoreU(x1, d, y + lanes), hn::StoreU(x2, d, y + 2 * lanes);
  hn::StoreU(x3, d, y + 3 * lanes), hn::StoreU(x4, d, y + 4 * lanes);
  hn::StoreU(x5, d, y + 5 * lanes), hn::StoreU(x6, d, y + 6 * lanes);
  hn::StoreU(x7, d, y + 7 * lanes), hn::StoreU(x8, d, y + 8 * lanes);
  hn::StoreU(x9, d, y + 9 * lanes);
}

template <class T>
void all_chains(const T* x, T scale, T offset, T* y, std::int64_t n, std::int64_t k) {
  const hn::ScalableTag<T> d;
  const auto tile = 10 * static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t j = 0;
  for (; j + tile <= n; j += tile) ten_chains(d, x + j, scale, offset, y + j, k);
  // The rest one lane at a time, with the same rounding.
  const hn::CappedTag<T, 1> one;
  for (; j < n; ++j) {
    auto chain = hn::LoadU(one, x + j);
    for (std::int64_t i = 0; i < k; ++i)
      chain = hn::MulAdd(chain, hn::Set(one, scale), hn::Set(one, offset));
    hn::StoreU(chain, one, y + j);
  }
}

void all_chains_float32(const float* x, float scale, float offset, float* y, std::int64_t n,
                        std::int64_t k) {
  all_chains(x, scale, offset, y, n, k);
}
void all_chains_float64(const double* x, double scale, double offset, double* y, std::int64_t n,
                        std::int64_t k) {
  all_chains(x, scale, offset, y, n, k);
}

}  // namespace sweepmark::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sweepmark::kernels {

HWY_EXPORT(all_chains_float32);
HWY_EXPORT(all_chains_float64);

template <>
void fma_chains<float>(const float* x, float scale, float offset, float* y, std::int64_t n,
                       std::int64_t k) {
  HWY_DYNAMIC_DISPATCH(all_chains_float32)(x, scale, offset, y, n, k);
}
template <>
void fma_chains<double>(const double* x, double scale, double offset, double* y, std::int64_t n,
                        std::int64_t k) {
  HWY_DYNAMIC_DISPATCH(all_chains_float64)(x, scale, offset, y, n, k);
}

}  // namespace sweepmark::kernels
#endif  // HWY_ONCE
