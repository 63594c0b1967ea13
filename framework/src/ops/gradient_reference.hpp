// Loss and gradient of the models, computed the plain way in float64 or better.
#pragma once
#include <cstdint>

#include "record/problem.hpp"

namespace sweepmark::host {

struct ModelShape {
  Model model = Model::linear;
  std::int64_t features = 0;
  std::int64_t outputs = 0;  // softmax only
};

/// Length of the parameter vector: linear features + 1 (weights, bias), softmax features * outputs
/// + outputs (W row-major, then bias), bowl features.
std::int64_t parameter_count(const ModelShape& shape);

/// Examples in memory: x is [examples x features], a row `stride` elements after the one before.
/// `targets` is read for linear, `labels` (0 .. outputs-1) for softmax; the other may be null.
template <class T>
struct ExampleView {
  const T* x = nullptr;
  std::int64_t stride = 0;
  const T* targets = nullptr;
  const std::int32_t* labels = nullptr;
};

/// Which examples are averaged: rows[0 .. count), or 0 .. count-1 where rows is null. count >= 1.
struct RowSelection {
  const std::int32_t* rows = nullptr;
  std::int64_t count = 0;
};

/// The loss averaged over the selected examples (abi.h states it for each model) and, where the
/// pointers are not null, its gradient [P] and the `magnitude` [P] that gradient_limit() scales:
///   linear   (1/b) |X|'(|X||w| + |bias| + |y|), the bias like a feature that is 1
///   softmax  (1/b) |X|'(s o (P + Y)), s_i = 1 + max_j (|X||W| + |bias|)_ij, P the probabilities, Y
///            the one-hot labels
///   bowl     (2/b) sum (|params| + |x|)
/// Safe against overflow: softmax subtracts the largest logit. Real is double or long double, T the
/// dtype of the data (float or double).
template <class Real, class T>
Real reference_loss(const ModelShape& shape, const ExampleView<T>& examples, RowSelection selection,
                    const Real* params, Real* gradient = nullptr, Real* magnitude = nullptr);

/// The factor of `magnitude` that bounds the rounding error of a gradient over a batch of b:
/// gamma_n with n = b + d + 4 (linear: d products and b sums, the residual, the scaling),
/// b + d + c + 16 (softmax: also c sums of exponentials, each within some ulps) and b + 4 (bowl: a
/// subtraction, b sums, the scaling by 2/b), for d features and c outputs.
double gradient_limit(const ModelShape& shape, std::int64_t batch, Dtype dtype);

}  // namespace sweepmark::host
