// Plain stochastic gradient descent.
#pragma once

#include <cstdint>

namespace sweepmark::kernels {

/// p <- p - lr g, for `length` parameters. Source: Robbins and Monro 1951; torch.optim.SGD with
/// momentum 0.
template <class T>
void sgd_step(T* __restrict params, const T* __restrict grads, std::int64_t length,
              T learning_rate) {
  for (std::int64_t i = 0; i < length; ++i) params[i] -= learning_rate * grads[i];
}

}  // namespace sweepmark::kernels
