// Mean-loss gradients, one example at a time and summed: the way the formula is written.
#pragma once

#include <cmath>
#include <cstdint>

#include "kernels/cpu/gradient_batch.hpp"

namespace sweepmark::kernels {

/// Linear regression, loss (x.w + bias - y)^2 / 2 averaged over the batch. params and grads hold
/// features + 1 values: the weights, then the bias. D is `features` when known, else 0.
template <class T, std::int64_t D = 0>
void linear_gradient_per_example(const GradientBatch<T>& b, const T* __restrict params,
                                 T* __restrict grads) {
  const std::int64_t d = D > 0 ? D : b.features;
  for (std::int64_t j = 0; j <= d; ++j) grads[j] = T{0};
  for (std::int64_t i = 0; i < b.batch; ++i) {
    const T* x = b.example(i);
    T residual = params[d] - b.y[b.rows[i]];
    for (std::int64_t j = 0; j < d; ++j) residual += x[j] * params[j];
    for (std::int64_t j = 0; j < d; ++j) grads[j] += residual * x[j];
    grads[d] += residual;
  }
  const T scale = T{1} / static_cast<T>(b.batch);
  for (std::int64_t j = 0; j <= d; ++j) grads[j] *= scale;
}

/// Turns the scores z[outputs] of one example into softmax(z) - onehot(label), times `scale`. The
/// largest score is taken off first, so that exp cannot overflow.
template <class T>
void softmax_residual(T* z, std::int64_t outputs, std::int32_t label, T scale) {
  T largest = z[0];
  for (std::int64_t c = 1; c < outputs; ++c) largest = z[c] > largest ? z[c] : largest;
  T sum{0};
  for (std::int64_t c = 0; c < outputs; ++c) {
    z[c] = std::exp(z[c] - largest);
    sum += z[c];
  }
  const T factor = scale / sum;
  for (std::int64_t c = 0; c < outputs; ++c) z[c] *= factor;
  z[label] -= scale;
}

/// Softmax regression, cross entropy averaged over the batch. params and grads hold the weights
/// W[features x outputs] row-major, then bias[outputs]; scratch holds `outputs` values.
template <class T>
void softmax_gradient_per_example(const GradientBatch<T>& b, const T* __restrict params,
                                  T* __restrict grads, T* __restrict scratch) {
  const std::int64_t d = b.features, outputs = b.outputs;
  for (std::int64_t p = 0; p < (d + 1) * outputs; ++p) grads[p] = T{0};
  const T scale = T{1} / static_cast<T>(b.batch);
  for (std::int64_t i = 0; i < b.batch; ++i) {
    const T* x = b.example(i);
    for (std::int64_t c = 0; c < outputs; ++c) scratch[c] = params[d * outputs + c];
    for (std::int64_t j = 0; j < d; ++j)
      for (std::int64_t c = 0; c < outputs; ++c) scratch[c] += x[j] * params[j * outputs + c];
    softmax_residual(scratch, outputs, b.labels[b.rows[i]], scale);
    for (std::int64_t j = 0; j < d; ++j)
      for (std::int64_t c = 0; c < outputs; ++c) grads[j * outputs + c] += x[j] * scratch[c];
    for (std::int64_t c = 0; c < outputs; ++c) grads[d * outputs + c] += scratch[c];
  }
}

/// The bowl, loss |params - x|^2 averaged over the batch: the mean of 2 (params - x). params and
/// grads hold `features` values.
template <class T>
void bowl_gradient_per_example(const GradientBatch<T>& b, const T* __restrict params,
                               T* __restrict grads) {
  for (std::int64_t j = 0; j < b.features; ++j) grads[j] = T{0};
  for (std::int64_t i = 0; i < b.batch; ++i) {
    const T* x = b.example(i);
    for (std::int64_t j = 0; j < b.features; ++j) grads[j] += T{2} * (params[j] - x[j]);
  }
  const T scale = T{1} / static_cast<T>(b.batch);
  for (std::int64_t j = 0; j < b.features; ++j) grads[j] *= scale;
}

}  // namespace sweepmark::kernels
