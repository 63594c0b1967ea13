#include "simd_target.hpp"

#include "simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/simd_target.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sweepmark::kernels::HWY_NAMESPACE {

const char* target_name() { return hwy::TargetName(HWY_TARGET); }

}  // namespace sweepmark::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sweepmark::kernels {

HWY_EXPORT(target_name);

std::string simd_target_name() { return HWY_DYNAMIC_DISPATCH(target_name)(); }

std::vector<std::string> simd_targets() {
  std::vector<std::string> names;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    names.emplace_back(hwy::TargetName(target));
  }
  return names;
}

bool force_simd_target(const std::string& name) {
  hwy::SetSupportedTargetsForTest(0);
  if (!name.empty()) {
    std::int64_t wanted = 0;
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
      if (name == hwy::TargetName(target)) wanted = target;
    }
    if (wanted == 0) return false;
    hwy::SetSupportedTargetsForTest(wanted);
  }
  // The chosen target is cached on first use; forgetting it makes the next call choose again.
  hwy::GetChosenTarget().DeInit();
  return true;
}

}  // namespace sweepmark::kernels
#endif  // HWY_ONCE
