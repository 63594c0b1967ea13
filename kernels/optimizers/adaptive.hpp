// Rules that divide each gradient by the size of those before it: AdaGrad and RMSprop.
#pragma once

#include <cmath>
#include <cstdint>

namespace sweepmark::kernels {

/// s <- s + g^2; p <- p - lr g / (sqrt(s) + eps). Source: Duchi, Hazan and Singer 2011;
/// torch.optim.Adagrad with lr_decay 0 and initial_accumulator_value 0.
template <class T>
void adagrad_step(T* __restrict params, const T* __restrict grads, T* __restrict sum_of_squares,
                  std::int64_t length, T learning_rate, T epsilon) {
  for (std::int64_t i = 0; i < length; ++i) {
    sum_of_squares[i] += grads[i] * grads[i];
    params[i] -= learning_rate * grads[i] / (std::sqrt(sum_of_squares[i]) + epsilon);
  }
}

/// s <- a s + (1 - a) g^2; p <- p - lr g / (sqrt(s) + eps). Source: Tieleman and Hinton 2012,
/// lecture 6.5; torch.optim.RMSprop, centered=False, momentum 0.
template <class T>
void rmsprop_step(T* __restrict params, const T* __restrict grads, T* __restrict mean_square,
                  std::int64_t length, T learning_rate, T decay, T epsilon) {
  const T fresh = T{1} - decay;
  for (std::int64_t i = 0; i < length; ++i) {
    mean_square[i] = decay * mean_square[i] + fresh * (grads[i] * grads[i]);
    params[i] -= learning_rate * grads[i] / (std::sqrt(mean_square[i]) + epsilon);
  }
}

}  // namespace sweepmark::kernels
