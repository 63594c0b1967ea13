#include "simd_targets.hpp"
#include "stream_read.hpp"
#include "stream_triad.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/stream.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sweepmark::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Eight sums: two loads a cycle at an addition's latency of 4.
template <class T>
T read_sum(const T* data, std::int64_t count) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  auto s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
  std::int64_t i = 0;
  for (; i + 8 * lanes <= count; i += 8 * lanes) {
    const T* from = data + i;
    s0 = hn::Add(s0, hn::LoadU(d, from));
    s1 = hn::Add(s1, hn::LoadU(d, from + lanes));
    s2 = hn::Add(s2, hn::LoadU(d, from + 2 * lanes));
    s3 = hn::Add(s3, hn::LoadU(d, from + 3 * lanes));
    s4 = hn::Add(s4, hn::LoadU(d, from + 4 * lanes));
    s5 = hn::Add(s5, hn::LoadU(d, from + 5 * lanes));
    s6 = hn::Add(s6, hn::LoadU(d, from + 6 * lanes));
    s7 = hn::Add(s7, hn::LoadU(d, from + 7 * lanes));
  }
  const auto low = hn::Add(hn::Add(s0, s1), hn::Add(s2, s3));
  const auto high = hn::Add(hn::Add(s4, s5), hn::Add(s6, s7));
  T sum = hn::GetLane(hn::SumOfLanes(d, hn::Add(low, high)));
  for (; i < count; ++i) sum += data[i];
  return sum;
}

template <class T>
void triad(T* a, const T* b, const T* c, T scale, std::int64_t count) {
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto factor = hn::Set(d, scale);
  std::int64_t i = 0;
  for (; i + 4 * lanes <= count; i += 4 * lanes) {
    const auto r0 = hn::MulAdd(factor, hn::LoadU(d, c + i), hn::LoadU(d, b + i));
    const auto r1 = hn::MulAdd(factor, hn::LoadU(d, c + i + lanes), hn::LoadU(d, b + i + lanes));
    const auto r2 =
        hn::MulAdd(factor, hn::LoadU(d, c + i + 2 * lanes), hn::LoadU(d, b + i + 2 * lanes));
    const auto r3 =
        hn::MulAdd(factor, hn::LoadU(d, c + i + 3 * lanes), hn::LoadU(d, b + i + 3 * lanes));
    hn::StoreU(r0, d, a + i);
    hn::StoreU(r1, d, a + i + lanes);
    hn::StoreU(r2, d, a + i + 2 * lanes);
    hn::StoreU(r3, d, a + i + 3 * lanes);
  }
  for (; i < count; ++i) a[i] = b[i] + scale * c[i];
}

float read_float32(const float* data, std::int64_t count) { return read_sum(data, count); }
double read_float64(const double* data, std::int64_t count) { return read_sum(data, count); }
void triad_float32(float* a, const float* b, const float* c, float scale, std::int64_t count) {
  triad(a, b, c, scale, count);
}
void triad_float64(double* a, const double* b, const double* c, double scale, std::int64_t count) {
  triad(a, b, c, scale, count);
}

}  // namespace sweepmark::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sweepmark::kernels {

HWY_EXPORT(read_float32);
HWY_EXPORT(read_float64);
HWY_EXPORT(triad_float32);
HWY_EXPORT(triad_float64);

template <>
float stream_read<float>(const float* data, std::int64_t count) {
  return HWY_DYNAMIC_DISPATCH(read_float32)(data, count);
}
template <>
double stream_read<double>(const double* data, std::int64_t count) {
  return HWY_DYNAMIC_DISPATCH(read_float64)(data, count);
}
template <>
void stream_triad<float>(float* a, const float* b, const float* c, float scale,
                         std::int64_t count) {
  HWY_DYNAMIC_DISPATCH(triad_float32)(a, b, c, scale, count);
}
template <>
void stream_triad<double>(double* a, const double* b, const double* c, double scale,
                          std::int64_t count) {
  HWY_DYNAMIC_DISPATCH(triad_float64)(a, b, c, scale, count);
}

}  // namespace sweepmark::kernels
#endif  // HWY_ONCE
