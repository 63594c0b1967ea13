// Adam, and AdamW with its decoupled weight decay.
#pragma once

#include <cmath>
#include <cstdint>

namespace sweepmark::kernels {

/// The hyperparameters of one step; `index` is 1 on the first, for the bias correction.
struct AdamSettings {
  double learning_rate, beta1, beta2, epsilon, weight_decay;
};

/// p <- p (1 - lr wd); m <- b1 m + (1 - b1) g; v <- b2 v + (1 - b2) g^2;
/// p <- p - lr / (1 - b1^t) * m / (sqrt(v) / sqrt(1 - b2^t) + eps). wd = 0 is Adam.
/// Source: Kingma and Ba 2015, algorithm 1; Loshchilov and Hutter 2019, algorithm 2; the order of
/// operations is that of torch.optim.Adam and torch.optim.AdamW (amsgrad=False).
template <class T>
void adam_step(T* __restrict params, const T* __restrict grads, T* __restrict first_moment,
               T* __restrict second_moment, std::int64_t length, const AdamSettings& s,
               std::uint64_t index) {
  const auto t = static_cast<double>(index);
  // In float64: 1 - 0.999^t loses every digit in float32 on the first steps.
  const T step_size = static_cast<T>(s.learning_rate / (1 - std::pow(s.beta1, t)));
  const T correction = static_cast<T>(1 / std::sqrt(1 - std::pow(s.beta2, t)));
  const T keep = static_cast<T>(1 - s.learning_rate * s.weight_decay);
  const T beta1 = static_cast<T>(s.beta1), fresh1 = static_cast<T>(1 - s.beta1);
  const T beta2 = static_cast<T>(s.beta2), fresh2 = static_cast<T>(1 - s.beta2);
  const T epsilon = static_cast<T>(s.epsilon);
  for (std::int64_t i = 0; i < length; ++i) {
    const T g = grads[i];
    first_moment[i] = beta1 * first_moment[i] + fresh1 * g;
    second_moment[i] = beta2 * second_moment[i] + fresh2 * (g * g);
    params[i] = params[i] * keep -
                step_size * first_moment[i] / (std::sqrt(second_moment[i]) * correction + epsilon);
  }
}

}  // namespace sweepmark::kernels
