#include "training/gradient_noise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "training/evaluation.hpp"
#include "training/sampler.hpp"
#include "training/training_vectors.hpp"

namespace sweepmark::host {
namespace {

// Gradients at one point, by the kernel under test.
class PointGradient {
 public:
  PointGradient(const Dataset& data, const std::vector<double>& point, const swm_kernel& kernel,
                std::int64_t batch)
      : vectors_(data, Dtype::f64),
        kernel_(kernel),
        gradient_(kernel, vectors_, vectors_.grads, batch, 1) {
    vectors_.set_params(point);
  }

  std::int32_t* rows() { return gradient_.rows(); }
  const double* compute() {
    check_status(kernel_.run(gradient_.instance(), 1, &error_), text_.data(), "gradient run");
    if (kernel_.fetch)
      check_status(kernel_.fetch(gradient_.instance(), &error_), text_.data(), "gradient fetch");
    return vectors_.grads.values<double>();
  }

 private:
  TrainingVectors vectors_;
  const swm_kernel& kernel_;
  BatchGradient gradient_;
  std::array<char, 1024> text_{};
  swm_error error_{sizeof(swm_error), 0, text_.data(), text_.size()};
};

std::vector<double> full_gradient(const Dataset& data, const std::vector<double>& point,
                                  const swm_kernel& kernel) {
  PointGradient all(data, point, kernel, data.train.count);
  std::iota(all.rows(), all.rows() + data.train.count, 0);
  const double* g = all.compute();
  return {g, g + point.size()};
}

// The root of tr S / P, from the gradients of single examples.
double pooled_deviation(const Dataset& data, const std::vector<double>& point,
                        const std::vector<double>& mean) {
  double squares = 0;
  std::vector<double> g(point.size());
  for (std::int32_t i = 0; i < data.train.count; ++i) {
    reference_loss<double, double>(shape_of(data), view_of(data.train, data), {&i, 1}, point.data(),
                                   g.data());
    for (std::size_t p = 0; p < g.size(); ++p) squares += (g[p] - mean[p]) * (g[p] - mean[p]);
  }
  return std::sqrt(squares / static_cast<double>(data.train.count) /
                   static_cast<double>(point.size()));
}

// Sums of (batch gradient - full gradient) and of its square. Differences, so that a component that
// never varies gives sums of exactly 0.
struct Sums {
  std::vector<double> first, second;
};

Sums sum_over_batches(const NoiseCase& c, const Dataset& data, const std::vector<double>& point,
                      const std::vector<double>& full, const swm_kernel& kernel) {
  PointGradient batch(data, point, kernel, c.batch_size);
  RowSampler sampler(Sampler::independent, data.train.count, c.batch_size, 1, c.seed);
  const std::int64_t per_epoch = sampler.epoch_length() / c.batch_size;
  Sums sums{std::vector<double>(point.size()), std::vector<double>(point.size())};
  for (std::int64_t i = 0; i < c.batches; ++i) {
    if (i % per_epoch == 0) sampler.next_epoch();
    std::copy_n(sampler.rows() + i % per_epoch * c.batch_size, c.batch_size, batch.rows());
    // A batch has no order. Sorted, the batch of all examples gives the full gradient to the bit.
    std::sort(batch.rows(), batch.rows() + c.batch_size);
    const double* g = batch.compute();
    for (std::size_t p = 0; p < point.size(); ++p) {
      const double difference = g[p] - full[p];
      sums.first[p] += difference;
      sums.second[p] += difference * difference;
    }
  }
  return sums;
}

std::vector<double> point_of(const NoiseCase& c, const Dataset& data) {
  if (!c.point.empty() || data.name != "bowl") return start_parameters(data, c.point, c.seed);
  return {-2.5, 1.5};
}

void check_case(const NoiseCase& c) {
  if (c.batches < 2) throw Error(fmt::format("batches: found {}, expected 2 or more", c.batches));
  if (c.batch_size < 1)
    throw Error(fmt::format("batch_size: found {}, expected 1 or more", c.batch_size));
}

void fill(NoiseRecord& r, const NoiseCase& c, const Dataset& data, const swm_kernel& kernel) {
  const auto point = point_of(c, data);
  r.gradient = full_gradient(data, point, kernel);
  const Sums sums = sum_over_batches(c, data, point, r.gradient, kernel);
  const auto batches = static_cast<double>(c.batches);
  double variances = 0;
  for (std::size_t p = 0; p < point.size(); ++p) {
    const double bias = sums.first[p] / batches;
    const double variance = std::max(0.0, (sums.second[p] - batches * bias * bias) / (batches - 1));
    r.bias.push_back(bias);
    r.bias_standard_error.push_back(std::sqrt(variance / batches));
    variances += variance;
  }
  const auto b = static_cast<double>(c.batch_size), n = static_cast<double>(data.train.count);
  r.deviation = std::sqrt(variances / static_cast<double>(point.size()));
  r.deviation_sqrt_b = *r.deviation * std::sqrt(b);
  r.theory_sqrt_b =
      pooled_deviation(data, point, r.gradient) * (n > 1 ? std::sqrt((n - b) / (n - 1)) : 0);
  r.outcome = Outcome::measured;
}

}  // namespace

NoiseRecord measure_noise(const NoiseCase& c, const Dataset& data, const swm_kernel& kernel) {
  check_case(c);
  NoiseRecord r;
  r.id = noise_id(c);
  r.hash = noise_hash(c);
  r.noise = c;
  r.notes = data.notes;
  if (data.synthetic) r.notes.insert(r.notes.begin(), "the data are synthetic");
  try {
    if (c.batch_size > data.train.count)
      throw PluginFailure(Outcome::unsupported,
                          fmt::format("batch_size {} is larger than the {} examples", c.batch_size,
                                      data.train.count));
    fill(r, c, data, kernel);
  } catch (const PluginFailure& e) {
    r.outcome = e.outcome();
    r.reason = e.what();
  }
  return r;
}

}  // namespace sweepmark::host
