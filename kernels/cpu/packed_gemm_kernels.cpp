#include "packed_gemm_kernels.hpp"

#include "simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/packed_gemm_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "packed_gemm_blocked-inl.hpp"
#include "packed_gemm_direct-inl.hpp"
#include "packed_gemm_square-inl.hpp"
#include "packed_gemm_thin-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace sweepmark::kernels::HWY_NAMESPACE {

template <class T>
inline constexpr GemmKernels<T> kKernels = {
    kLanes<T>,       kTileRows,     kPanelCols<T>, std::max<std::int64_t>(kThinCols<T>, 2),
    &gemm_direct<T>, &gemm_thin<T>, &gemv_thin<T>, &gemm_packed<T>,
    &square<T>,
};

// One exported function with both tables: HWY_EXPORT pastes its argument, so takes no template.
BothGemmKernels both_kernels() { return {&kKernels<float>, &kKernels<double>}; }

}  // namespace sweepmark::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sweepmark::kernels {

HWY_EXPORT(both_kernels);

template <>
const GemmKernels<float>& gemm_kernels<float>() {
  return *HWY_DYNAMIC_DISPATCH(both_kernels)().float32;
}
template <>
const GemmKernels<double>& gemm_kernels<double>() {
  return *HWY_DYNAMIC_DISPATCH(both_kernels)().float64;
}

}  // namespace sweepmark::kernels
#endif  // HWY_ONCE
