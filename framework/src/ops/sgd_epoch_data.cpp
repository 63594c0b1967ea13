// sgd_epoch: X, y, order, params -> result, against an epoch of higher precision.
//
// The limit. Let e be the error carried into a step. The step w - eta g(w) maps it to (I - eta H) e
// plus what the step itself rounds, H the Hessian of the batch loss between the two points, and
// 0 <= H <= lambda with lambda the mean over the batch of |x|^2 + 1 (linear), half of that
// (softmax) or exactly 2 (bowl). So in the 2-norm
//   |e'| <= max(1, eta lambda - 1) |e| + eta gamma |magnitude| + u |(|w| + 4 eta |g|)|
// with gamma and magnitude the limit of a gradient (gradient_reference.hpp), and u for the rounding
// of eta, of its product with g and of the difference. The limit is the sum over the whole epoch.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
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

enum Stream : std::uint64_t { stream_x, stream_y, stream_order, stream_params };

/// The rule of swm_problem.seed in abi.h.
void shuffle(std::vector<std::int32_t>& order, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  for (std::size_t i = order.size(); i-- > 1;)
    std::swap(order[i], order[multiply_high(engine(), i + 1)]);
}

class SgdEpochData : public OperandSet {
 public:
  explicit SgdEpochData(const Problem& p)
      : OperandSet(p, model_inputs(p, "order", p.examples),
                   Tensor("result", to_abi(p.dtype), parameter_count(shape_of(p)), 0)),
        shape_(shape_of(p)),
        batch_(p.batch),
        rate_(p.learning_rate),
        seed_(p.shuffle_seed) {}

  // Both modes are the same: an epoch has no exact form. `order` is itself shuffled, so that a
  // kernel that ignores it is seen.
  void fill(FillMode, std::uint64_t seed) override {
    fill_normal(input(input_x), stream_key(seed, stream_x), example_scale());
    fill_targets(input(input_y), shape_, stream_key(seed, stream_y), 0);
    fill_normal(input(input_params), stream_key(seed, stream_params), 0.125);
    std::vector<std::int32_t> order(static_cast<std::size_t>(input(input_rows).elements()));
    std::iota(order.begin(), order.end(), 0);
    shuffle(order, stream_key(seed, stream_order));
    std::copy(order.begin(), order.end(), input(input_rows).values<std::int32_t>());
    expected_.clear();
    inputs_written();
  }

  Verdict verify(swm_math) override {
    if (expected_.empty()) {
      if (dtype() == Dtype::f64)
        run_epoch<long double, double>();
      else
        run_epoch<double, float>();
    }
    if (!std::isfinite(limit_))
      return {false, std::numeric_limits<double>::infinity(),
              fmt::format("the result cannot be checked: plain SGD with learning rate {} grows "
                          "without bound; choose a lower one",
                          shortest(rate_))};
    return with_real(dtype(), [&](auto zero) { return compare<decltype(zero)>(); });
  }

 private:
  // Small enough that eta lambda stays below 2 for nearly every batch: errors do not grow then.
  double example_scale() const {
    const double product = 4 * std::fabs(rate_) * static_cast<double>(shape_.features);
    return product > 1 ? 1 / std::sqrt(product) : 1;
  }

  template <class T>
  double largest_curvature(const ExampleView<T>& examples, RowSelection batch) const {
    if (shape_.model == Model::bowl) return 2;
    double sum = 0;
    for (std::int64_t i = 0; i < batch.count; ++i) {
      const T* x = examples.x + batch.rows[i] * examples.stride;
      for (std::int64_t f = 0; f < shape_.features; ++f)
        sum += static_cast<double>(x[f]) * static_cast<double>(x[f]);
    }
    const double mean = sum / static_cast<double>(batch.count) + 1;
    return shape_.model == Model::softmax ? mean / 2 : mean;
  }

  template <class Real, class T>
  void run_epoch() {
    const auto examples = view_examples<T>(input(input_x), input(input_y), shape_.model);
    const auto* order = input(input_rows).values<std::int32_t>();
    std::vector<std::int32_t> rows(order, order + input(input_rows).elements());
    shuffle(rows, seed_);
    const T* start = input(input_params).values<T>();
    const auto count = static_cast<std::size_t>(input(input_params).elements());
    std::vector<Real> w(start, start + count), g(count), magnitude(count);
    const double u = unit_roundoff(dtype()), rate = std::fabs(rate_);
    limit_ = 0;
    const auto total = static_cast<std::int64_t>(rows.size());
    for (std::int64_t at = 0; at < total; at += batch_) {
      const RowSelection batch{rows.data() + at, std::min(batch_, total - at)};
      reference_loss<Real, T>(shape_, examples, batch, w.data(), g.data(), magnitude.data());
      double sums = 0, rounding = 0;
      for (std::size_t p = 0; p < count; ++p) {
        const auto size = static_cast<double>(magnitude[p]);
        sums += size * size;
        const double value =
            static_cast<double>(std::fabs(w[p])) + 4 * rate * static_cast<double>(std::fabs(g[p]));
        rounding += value * value;
        w[p] -= static_cast<Real>(rate_) * g[p];
      }
      const double growth = std::max(1.0, rate * largest_curvature(examples, batch) - 1);
      limit_ = growth * limit_ + u * std::sqrt(rounding) +
               rate * gradient_limit(shape_, batch.count, dtype()) * std::sqrt(sums);
    }
    expected_.assign(count, 0);
    residual_.assign(count, 0);
    for (std::size_t p = 0; p < count; ++p) {
      expected_[p] = static_cast<double>(w[p]);
      residual_[p] = static_cast<double>(w[p] - static_cast<Real>(expected_[p]));
      if (!std::isfinite(expected_[p])) limit_ = std::numeric_limits<double>::infinity();
    }
  }

  template <class T>
  Verdict compare() const {
    const T* found = output().values<T>();
    double squares = 0, worst = -1;
    std::size_t place = 0;
    for (std::size_t p = 0; p < expected_.size(); ++p) {
      const double off = (static_cast<double>(found[p]) - expected_[p]) - residual_[p];
      squares += off * off;
      if (std::fabs(off) > worst || !std::isfinite(off)) {
        worst = std::isfinite(off) ? std::fabs(off) : std::numeric_limits<double>::infinity();
        place = p;
      }
    }
    const double error = error_in_limits(std::sqrt(squares), 0, limit_);
    if (error <= 1) return {true, error, {}};
    return {false, error,
            fmt::format(
                "result wrong by {} times the limit; worst result[{}]: found {}, expected {}{}{}",
                format_number(error), place, value_text(static_cast<double>(found[place]), dtype()),
                shortest(expected_[place]), unmoved(found), poison_hint(output()))};
  }

  template <class T>
  std::string unmoved(const T* found) const {
    const T* start = input(input_params).values<T>();
    return std::equal(start, start + input(input_params).elements(), found)
               ? "; result equals the starting params"
               : "";
  }

  ModelShape shape_;
  std::int64_t batch_;
  double rate_;
  std::uint64_t seed_;
  double limit_ = 0;
  std::vector<double> expected_, residual_;
};

}  // namespace

std::unique_ptr<OperationData> make_sgd_epoch_data(const Problem& problem) {
  return std::make_unique<SgdEpochData>(problem);
}

}  // namespace sweepmark::host
