// Update rules on the device, one element a thread; the rules are those of kernels/optimizers.
#pragma once
#include <driver_types.h>

#include <cstdint>

namespace sweepmark::kernels::cuda {

// Each is one launch on the default stream, not waited for; vectors of `length` in device memory.

/// p <- p - lr g.
template <class T>
cudaError_t sgd_step(T* params, const T* grads, std::int64_t length, T learning_rate);

/// v <- mu v + g; p <- p - lr v. Polyak 1964; torch.optim.SGD with dampening 0.
template <class T>
cudaError_t momentum_step(T* params, const T* grads, T* velocity, std::int64_t length,
                          T learning_rate, T momentum);

/// The scalars of one step of Adam; step_size = lr / (1 - b1^t), correction = 1 / sqrt(1 - b2^t).
template <class T>
struct AdamStep {
  T step_size, correction, beta1, fresh1, beta2, fresh2, epsilon;
};

/// m <- b1 m + (1 - b1) g; v <- b2 v + (1 - b2) g^2; p <- p - step_size m / (sqrt(v) correction +
/// eps). Kingma and Ba 2015, algorithm 1.
template <class T>
cudaError_t adam_step(T* params, const T* grads, T* first_moment, T* second_moment,
                      std::int64_t length, const AdamStep<T>& step);

}  // namespace sweepmark::kernels::cuda
