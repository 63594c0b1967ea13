// gradient: X, y, rows, params -> grads, against a reference of higher precision.
#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/text.hpp"
#include "base/units.hpp"
#include "ops/error_limit.hpp"
#include "ops/make_data.hpp"
#include "ops/mismatches.hpp"
#include "ops/model_inputs.hpp"
#include "ops/random.hpp"

namespace sweepmark::host {
namespace {

enum Stream : std::uint64_t { stream_x, stream_y, stream_rows, stream_params };

class GradientData : public OperandSet {
 public:
  explicit GradientData(const Problem& p)
      : OperandSet(p, model_inputs(p, "rows", p.batch),
                   Tensor("grads", to_abi(p.dtype), parameter_count(shape_of(p)), 0)),
        shape_(shape_of(p)),
        limit_(gradient_limit(shape_, p.batch, p.dtype)) {}

  // exact: small integers, as sharp against wrong indices as elsewhere; the results are still
  // compared within the limit, because 1/b and exp are not exact.
  void fill(FillMode mode, std::uint64_t seed) override {
    const bool exact = mode == FillMode::exact;
    const std::uint64_t params = stream_key(seed, stream_params);
    if (exact) {
      fill_integers(input(input_x), stream_key(seed, stream_x), 2);
      fill_integers(input(input_params), params, shape_.model == Model::softmax ? 1 : 4);
    } else {
      fill_normal(input(input_x), stream_key(seed, stream_x));
      fill_normal(input(input_params), params, parameter_scale());
    }
    if (exact && shape_.model == Model::softmax) raise_biases();
    fill_targets(input(input_y), shape_, stream_key(seed, stream_y), exact ? 8 : 0);
    fill_indices(input(input_rows), stream_key(seed, stream_rows), input(input_x).rows());
    expected_.clear();
    inputs_written();
  }

  // TF32, BF16 and FP16 round the inputs of both products: their relative error adds.
  Verdict verify(swm_math math) override {
    if (expected_.empty()) compute();
    const double rounding = product_limit(dtype(), math, 1).relative -
                            product_limit(dtype(), SWM_MATH_NATIVE, 1).relative;
    const double limit = limit_ + 2 * rounding;
    return with_real(dtype(), [&](auto zero) { return compare<decltype(zero)>(limit); });
  }

 private:
  // Softmax logits of order 1 whatever the number of features, so that no class takes all.
  double parameter_scale() const {
    return shape_.model == Model::softmax ? 1 / std::sqrt(static_cast<double>(shape_.features)) : 1;
  }

  // An offset common to all classes changes nothing, but exp() of it overflows where the largest
  // logit is not subtracted first.
  void raise_biases() {
    const double offset = dtype() == Dtype::f64 ? 1024 : 128;
    with_real(dtype(), [&](auto zero) {
      using T = decltype(zero);
      T* bias = input(input_params).values<T>() + shape_.features * shape_.outputs;
      for (std::int64_t j = 0; j < shape_.outputs; ++j) bias[j] += static_cast<T>(offset);
    });
  }

  // A float64 kernel and a float64 reference err alike; the reference then uses long double.
  void compute() {
    if (dtype() == Dtype::f64)
      compute_in<long double, double>();
    else
      compute_in<double, float>();
  }

  template <class Real, class T>
  void compute_in() {
    const T* from = input(input_params).values<T>();
    const auto count = static_cast<std::size_t>(input(input_params).elements());
    std::vector<Real> params(from, from + count), gradient(count), magnitude(count);
    reference_loss<Real, T>(
        shape_, view_examples<T>(input(input_x), input(input_y), shape_.model),
        {input(input_rows).values<std::int32_t>(), input(input_rows).elements()}, params.data(),
        gradient.data(), magnitude.data());
    expected_.resize(count);
    residual_.resize(count);
    magnitude_.resize(count);
    for (std::size_t p = 0; p < count; ++p) {
      expected_[p] = static_cast<double>(gradient[p]);
      residual_[p] = static_cast<double>(gradient[p] - static_cast<Real>(expected_[p]));
      magnitude_[p] = static_cast<double>(magnitude[p]);
    }
  }

  template <class T>
  Verdict compare(double limit) const {
    const T* found = output().values<T>();
    double worst = 0;
    std::size_t place = 0;
    std::int64_t bad = 0;
    for (std::size_t p = 0; p < expected_.size(); ++p) {
      const double error = error_in_limits(static_cast<double>(found[p]) - expected_[p],
                                           residual_[p], limit * magnitude_[p]);
      if (!(error <= 1)) ++bad;
      if (error > worst) {
        worst = error;
        place = p;
      }
    }
    if (bad == 0) return {true, worst, {}};
    return {false, worst,
            fmt::format(
                "{} of {} element(s) of grads wrong; worst grads[{}] ({}): found {}, expected "
                "{}, {} times the limit{}{}",
                bad, expected_.size(), place, name_of(static_cast<std::int64_t>(place)),
                value_text(static_cast<double>(found[place]), dtype()), shortest(expected_[place]),
                format_number(worst), cause(found), poison_hint(output()))};
  }

  std::string name_of(std::int64_t p) const {
    if (shape_.model == Model::softmax) {
      const std::int64_t f = p / shape_.outputs, j = p % shape_.outputs;
      return f < shape_.features ? fmt::format("feature {}, class {}", f, j)
                                 : fmt::format("bias of class {}", j);
    }
    return p < shape_.features ? fmt::format("feature {}", p) : std::string("bias");
  }

  // The commonest mistake: the sum over the batch in the place of the mean.
  template <class T>
  std::string cause(const T* found) const {
    const auto b = static_cast<double>(input(input_rows).elements());
    if (b == 1) return {};
    for (std::size_t p = 0; p < expected_.size(); ++p)
      if (!(std::fabs(static_cast<double>(found[p]) - b * expected_[p]) <=
            b * magnitude_[p] * 1e-3))
        return {};
    return "; that is the sum over the batch, not the mean";
  }

  ModelShape shape_;
  double limit_;
  std::vector<double> expected_, residual_, magnitude_;
};

}  // namespace

std::unique_ptr<OperationData> make_gradient_data(const Problem& problem) {
  return std::make_unique<GradientData>(problem);
}

}  // namespace sweepmark::host
