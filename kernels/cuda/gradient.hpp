// Mean-loss gradients of a batch on the device: residuals of each example, then X^T residuals.
#pragma once
#include <driver_types.h>

#include <cstdint>

namespace sweepmark::kernels::cuda {

/// The batch rows[0 .. batch) of X[. x features] (row stride in elements), all device memory. `y`
/// for linear, `labels` (0 .. outputs - 1) for softmax, neither for the bowl; outputs is 1 but for
/// softmax. params and grads hold W[features x outputs], then bias[outputs] (none for the bowl).
/// `residuals` is scratch of batch * outputs values (unused by the bowl).
template <class T>
struct Batch {
  const T* x = nullptr;
  std::int64_t stride = 0, features = 0, outputs = 1;
  const T* y = nullptr;
  const std::int32_t* labels = nullptr;
  const std::int32_t* rows = nullptr;
  std::int64_t batch = 0;
  const T* params = nullptr;
  T* grads = nullptr;
  T* residuals = nullptr;
};

// Two launches (one for the bowl) on the default stream, not waited for. Sums run in an order that
// depends on the sizes alone: the same batch gives the same bits. T is float or double.

/// grads = mean of (x.w + bias - y) * (x, 1).
template <class T>
cudaError_t linear_gradient(const Batch<T>& b);
/// grads = mean of (x, 1)^T (softmax(x W + bias) - onehot(label)).
template <class T>
cudaError_t softmax_gradient(const Batch<T>& b);
/// grads = 2 (params - mean x).
template <class T>
cudaError_t bowl_gradient(const Batch<T>& b);

}  // namespace sweepmark::kernels::cuda
