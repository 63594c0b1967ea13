#include "ops/gradient_reference.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "ops/error_limit.hpp"

namespace sweepmark::host {
namespace {

// Sums over the examples; scaled by 1/b at the end.
template <class Real>
struct Sums {
  Real loss = 0;
  Real* gradient = nullptr;
  Real* magnitude = nullptr;
};

template <class Real, class T>
void add_linear(const T* x, Real target, std::int64_t features, const Real* params,
                Sums<Real>& sums) {
  Real residual = params[features] - target;
  Real size = std::fabs(params[features]) + std::fabs(target);
  for (std::int64_t f = 0; f < features; ++f) {
    const Real product = static_cast<Real>(x[f]) * params[f];
    residual += product;
    size += std::fabs(product);
  }
  sums.loss += residual * residual / 2;
  for (std::int64_t f = 0; sums.gradient != nullptr && f < features; ++f)
    sums.gradient[f] += static_cast<Real>(x[f]) * residual;
  if (sums.gradient != nullptr) sums.gradient[features] += residual;
  for (std::int64_t f = 0; sums.magnitude != nullptr && f < features; ++f)
    sums.magnitude[f] += std::fabs(static_cast<Real>(x[f])) * size;
  if (sums.magnitude != nullptr) sums.magnitude[features] += size;
}

template <class Real, class T>
void add_bowl(const T* x, std::int64_t features, const Real* params, Sums<Real>& sums) {
  for (std::int64_t f = 0; f < features; ++f) {
    const Real difference = params[f] - static_cast<Real>(x[f]);
    sums.loss += difference * difference;
    if (sums.gradient != nullptr) sums.gradient[f] += 2 * difference;
    if (sums.magnitude != nullptr)
      sums.magnitude[f] += 2 * (std::fabs(params[f]) + std::fabs(static_cast<Real>(x[f])));
  }
}

template <class Real>
class Softmax {
 public:
  explicit Softmax(const ModelShape& shape)
      : features_(shape.features),
        outputs_(shape.outputs),
        logits_(static_cast<std::size_t>(shape.outputs)),
        sizes_(logits_.size()) {}

  template <class T>
  void add(const T* x, std::int32_t label, const Real* params, Sums<Real>& sums) {
    compute_logits(x, params, sums.magnitude != nullptr);
    const std::size_t c = logits_.size();
    const auto y = static_cast<std::size_t>(label);
    const Real largest = *std::max_element(logits_.begin(), logits_.end());
    const Real at_label = logits_[y] - largest;
    Real total = 0;
    for (Real& logit : logits_) total += logit = std::exp(logit - largest);
    sums.loss += std::log(total) - at_label;
    if (sums.gradient == nullptr) return;
    for (Real& p : logits_) p /= total;  // the probabilities from here on
    const Real size =
        sums.magnitude != nullptr ? 1 + *std::max_element(sizes_.begin(), sizes_.end()) : Real{0};
    for (std::int64_t f = 0; f <= features_; ++f) {
      const Real factor = f < features_ ? static_cast<Real>(x[f]) : Real{1};
      const std::size_t at = static_cast<std::size_t>(f) * c;
      for (std::size_t j = 0; j < c; ++j)
        sums.gradient[at + j] += factor * (j == y ? logits_[j] - 1 : logits_[j]);
      for (std::size_t j = 0; sums.magnitude != nullptr && j < c; ++j)
        sums.magnitude[at + j] += std::fabs(factor) * size * (j == y ? logits_[j] + 1 : logits_[j]);
    }
  }

 private:
  template <class T>
  void compute_logits(const T* x, const Real* params, bool with_sizes) {
    const std::size_t c = logits_.size();
    const Real* bias = params + features_ * outputs_;
    for (std::size_t j = 0; j < c; ++j) {
      logits_[j] = bias[j];
      sizes_[j] = std::fabs(bias[j]);
    }
    for (std::int64_t f = 0; f < features_; ++f) {
      const auto value = static_cast<Real>(x[f]);
      const Real* weights = params + f * outputs_;
      for (std::size_t j = 0; j < c; ++j) logits_[j] += value * weights[j];
      for (std::size_t j = 0; with_sizes && j < c; ++j) sizes_[j] += std::fabs(value * weights[j]);
    }
  }

  std::int64_t features_, outputs_;
  std::vector<Real> logits_, sizes_;
};

}  // namespace

std::int64_t parameter_count(const ModelShape& shape) {
  if (shape.model == Model::linear) return shape.features + 1;
  if (shape.model == Model::softmax) return (shape.features + 1) * shape.outputs;
  return shape.features;
}

template <class Real, class T>
Real reference_loss(const ModelShape& shape, const ExampleView<T>& examples, RowSelection selection,
                    const Real* params, Real* gradient, Real* magnitude) {
  const std::int64_t count = parameter_count(shape);
  if (gradient != nullptr) std::fill_n(gradient, count, Real{0});
  if (magnitude != nullptr) std::fill_n(magnitude, count, Real{0});
  Sums<Real> sums{0, gradient, magnitude};
  Softmax<Real> softmax(shape);
  for (std::int64_t i = 0; i < selection.count; ++i) {
    const std::int64_t row = selection.rows != nullptr ? selection.rows[i] : i;
    const T* x = examples.x + row * examples.stride;
    if (shape.model == Model::linear)
      add_linear(x, static_cast<Real>(examples.targets[row]), shape.features, params, sums);
    else if (shape.model == Model::softmax)
      softmax.add(x, examples.labels[row], params, sums);
    else
      add_bowl(x, shape.features, params, sums);
  }
  const auto divisor = static_cast<Real>(selection.count);
  for (std::int64_t p = 0; gradient != nullptr && p < count; ++p) gradient[p] /= divisor;
  for (std::int64_t p = 0; magnitude != nullptr && p < count; ++p) magnitude[p] /= divisor;
  return sums.loss / divisor;
}

double gradient_limit(const ModelShape& shape, std::int64_t batch, Dtype dtype) {
  auto roundings = static_cast<double>(batch) + 4;
  if (shape.model != Model::bowl) roundings += static_cast<double>(shape.features);
  if (shape.model == Model::softmax) roundings += static_cast<double>(shape.outputs) + 12;
  return gamma(roundings, unit_roundoff(dtype));
}

template double reference_loss(const ModelShape&, const ExampleView<float>&, RowSelection,
                               const double*, double*, double*);
template double reference_loss(const ModelShape&, const ExampleView<double>&, RowSelection,
                               const double*, double*, double*);
template long double reference_loss(const ModelShape&, const ExampleView<float>&, RowSelection,
                                    const long double*, long double*, long double*);
template long double reference_loss(const ModelShape&, const ExampleView<double>&, RowSelection,
                                    const long double*, long double*, long double*);

}  // namespace sweepmark::host
