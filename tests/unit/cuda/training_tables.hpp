// The CPU's gradient and momentum, as they are or said to run on a device: on the fake one, whose
// memory is ordinary, they do.
#pragma once
#include "plugins/gradient_cpu/gradient_kernels.hpp"
#include "plugins/optimizers_cpu/optimizers.hpp"

namespace sweepmark::test {

inline const swm_kernel& gradient_on(swm_device_kind device) {
  static const swm_kernel host = sweepmark::detail::KernelAdapter<GradientBatched>::table;
  static const swm_kernel elsewhere = [] {
    swm_kernel table = host;
    table.device = SWM_CUDA;
    return table;
  }();
  return device == SWM_CPU ? host : elsewhere;
}

inline const swm_optimizer& momentum_on(swm_device_kind device) {
  static const swm_optimizer host = sweepmark::detail::OptimizerAdapter<Momentum>::table;
  static const swm_optimizer elsewhere = [] {
    swm_optimizer table = host;
    table.device = SWM_CUDA;
    return table;
  }();
  return device == SWM_CPU ? host : elsewhere;
}

}  // namespace sweepmark::test
