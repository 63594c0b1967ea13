// One epoch of plain SGD with everything in one loop: the yardstick a replaceable loop is held to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "kernels/cpu/gradient_batch.hpp"
#include "kernels/cpu/gradient_batched.hpp"

namespace sweepmark::kernels {

/// Shuffles order[count] with std::mt19937_64 seeded by `seed`: for i = count - 1 down to 1 swap
/// order[i] with order[j], j the high 64 bits of the 128-bit product g() * (i + 1). The engine's
/// values are fixed by the C++ standard, so the order is the same with every library.
inline void shuffle_rows(std::int32_t* order, std::int64_t count, std::uint64_t seed) {
  __extension__ using Wide = unsigned __int128;
  std::mt19937_64 g(seed);
  for (std::int64_t i = count - 1; i > 0; --i) {
    const auto j = static_cast<std::int64_t>((Wide{g()} * static_cast<std::uint64_t>(i + 1)) >> 64);
    std::swap(order[i], order[j]);
  }
}

/// Linear regression, one example an update, weights in registers when D = features is known.
template <class T, std::int64_t D = 0>
void linear_sgd_by_example(const GradientBatch<T>& all, T learning_rate, T* __restrict params) {
  const std::int64_t d = D > 0 ? D : all.features;
  if constexpr (D > 0) {
    T w[D + 1];
    for (std::int64_t j = 0; j <= D; ++j) w[j] = params[j];
    for (std::int64_t i = 0; i < all.batch; ++i) {
      const T* x = all.example(i);
      T residual = w[D] - all.y[all.rows[i]];
      for (std::int64_t j = 0; j < D; ++j) residual += x[j] * w[j];
      residual *= learning_rate;
      for (std::int64_t j = 0; j < D; ++j) w[j] -= residual * x[j];
      w[D] -= residual;
    }
    for (std::int64_t j = 0; j <= D; ++j) params[j] = w[j];
  } else {
    for (std::int64_t i = 0; i < all.batch; ++i) {
      const T* x = all.example(i);
      T residual = params[d] - all.y[all.rows[i]];
      for (std::int64_t j = 0; j < d; ++j) residual += x[j] * params[j];
      residual *= learning_rate;
      for (std::int64_t j = 0; j < d; ++j) params[j] -= residual * x[j];
      params[d] -= residual;
    }
  }
}

/// One epoch: for each run of `batch` rows of `all` (the last may be shorter),
/// params -= learning_rate * gradient(rows, grads), gradient being a callable
/// (const GradientBatch<T>&, const T* params, T* grads) and grads scratch of `length` values.
template <class T, class Gradient>
void sgd_by_batch(const GradientBatch<T>& all, std::int64_t batch, T learning_rate,
                  std::int64_t length, T* __restrict params, T* __restrict grads,
                  Gradient&& gradient) {
  GradientBatch<T> part = all;
  for (std::int64_t first = 0; first < all.batch; first += batch) {
    part.rows = all.rows + first;
    part.batch = std::min(batch, all.batch - first);
    gradient(part, params, grads);
    for (std::int64_t p = 0; p < length; ++p) params[p] -= learning_rate * grads[p];
  }
}

}  // namespace sweepmark::kernels
