// Gradient descent with a velocity: heavy ball and Nesterov's form.
#pragma once

#include <cstdint>

namespace sweepmark::kernels {

/// v <- mu v + g; p <- p - lr v. The velocity starts at zero and takes the whole gradient (no
/// dampening). Source: torch.optim.SGD with momentum mu (Sutskever et al. 2013, where lr is inside
/// v).
template <class T>
void momentum_step(T* __restrict params, const T* __restrict grads, T* __restrict velocity,
                   std::int64_t length, T learning_rate, T momentum) {
  for (std::int64_t i = 0; i < length; ++i) {
    velocity[i] = momentum * velocity[i] + grads[i];
    params[i] -= learning_rate * velocity[i];
  }
}

/// v <- mu v + g; p <- p - lr (g + mu v). Source: torch.optim.SGD with nesterov=True.
template <class T>
void nesterov_step(T* __restrict params, const T* __restrict grads, T* __restrict velocity,
                   std::int64_t length, T learning_rate, T momentum) {
  for (std::int64_t i = 0; i < length; ++i) {
    velocity[i] = momentum * velocity[i] + grads[i];
    params[i] -= learning_rate * (grads[i] + momentum * velocity[i]);
  }
}

}  // namespace sweepmark::kernels
