// A small data set with its tensors, bound to a gradient or sgd_epoch kernel of the plugin.
#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "plugins/gradient_cpu/gradient_kernels.hpp"
#include "plugins/gradient_cpu/sgd_epoch_fused.hpp"

namespace gradient_test {

template <class T>
swm_tensor vector_of(std::vector<T>& data) {
  swm_tensor t{};
  t.size = sizeof(t);
  t.dtype = sweepmark::dtype_of<T>();
  t.device = SWM_CPU;
  t.rank = 1;
  t.shape[0] = static_cast<std::int64_t>(data.size());
  t.stride[0] = 1;
  t.data = data.data();
  return t;
}

inline double signed_unit(std::mt19937_64& g) {
  return static_cast<double>(g() >> 11) * 0x1p-52 - 1;
}

template <class T>
struct Data {
  std::int64_t examples, features, outputs, stride;
  swm_model model;
  std::vector<T> x, y, params;
  std::vector<std::int32_t> labels;

  Data(swm_model kind, std::int64_t n, std::int64_t d, std::int64_t c, std::uint64_t seed = 1)
      : examples(n), features(d), outputs(c), stride(d + 3), model(kind) {
    std::mt19937_64 g(seed);
    x.assign(static_cast<std::size_t>(n * stride), T(1e30));  // the padding must not be read
    for (std::int64_t i = 0; i < n; ++i) {
      for (std::int64_t j = 0; j < d; ++j)
        x[static_cast<std::size_t>(i * stride + j)] = static_cast<T>(signed_unit(g));
      y.push_back(static_cast<T>(signed_unit(g)));
      labels.push_back(static_cast<std::int32_t>(g() % static_cast<std::uint64_t>(c)));
    }
    for (std::int64_t p = 0; p < parameter_count(); ++p)
      params.push_back(static_cast<T>(signed_unit(g)));
  }
  std::int64_t parameter_count() const {
    return model == SWM_LINEAR    ? features + 1
           : model == SWM_SOFTMAX ? (features + 1) * outputs
                                  : features;
  }
};

/// Runs `kernel` once over `rows`; returns the output vector.
template <class T>
std::vector<T> run_kernel(const swm_kernel& kernel, Data<T>& data, std::vector<std::int32_t> rows,
                          std::int64_t batch, double learning_rate = 0, std::uint64_t seed = 0) {
  swm_problem p{};
  p.size = sizeof(p);
  p.op = kernel.op;
  p.dtype = sweepmark::dtype_of<T>();
  p.threads = 1;
  p.model = data.model;
  p.examples = data.examples;
  p.features = data.features;
  p.outputs = data.outputs;
  p.batch = batch;
  p.learning_rate = learning_rate;
  p.seed = seed;
  swm_tensor x = vector_of(data.x);
  x.rank = 2;
  x.shape[0] = data.examples;
  x.shape[1] = data.features;
  x.stride[0] = data.stride;
  x.stride[1] = 1;
  const swm_tensor y = data.model == SWM_SOFTMAX ? vector_of(data.labels) : vector_of(data.y);
  const swm_tensor r = vector_of(rows), params = vector_of(data.params);
  std::vector<T> result(static_cast<std::size_t>(data.parameter_count()), T(NAN));
  const swm_tensor output = vector_of(result);
  const swm_tensor* const inputs[] = {&x, &y, &r, &params};
  const swm_operands operands{sizeof(operands), 4, inputs, &output};
  std::string text(300, '\0');
  swm_error error{sizeof(error), 0, text.data(), text.size()};
  void* instance = nullptr;
  EXPECT_EQ(kernel.supports(&p, nullptr, &error), SWM_OK) << text;
  EXPECT_EQ(kernel.prepare(&p, nullptr, &operands, &instance, &error), SWM_OK) << text;
  EXPECT_EQ(kernel.run(instance, 1, &error), SWM_OK) << text;
  const auto first = result;
  EXPECT_EQ(kernel.run(instance, 2, &error), SWM_OK) << text;
  EXPECT_EQ(first, result) << kernel.id << " is not idempotent";
  kernel.teardown(instance);
  return result;
}

/// The loss of the rows in extended precision, at params + epsilon e_p: gradients by differences
/// owe nothing to the formulas under test.
template <class T>
long double loss(const Data<T>& data, const std::vector<std::int32_t>& rows, std::size_t p,
                 long double epsilon) {
  std::vector<long double> w(data.params.begin(), data.params.end());
  w[p] += epsilon;
  const auto d = static_cast<std::size_t>(data.features);
  const auto c = static_cast<std::size_t>(data.outputs);
  long double sum = 0;
  for (const std::int32_t row : rows) {
    const T* x =
        data.x.data() + static_cast<std::size_t>(row) * static_cast<std::size_t>(data.stride);
    if (data.model == SWM_LINEAR) {
      long double r = w[d] - static_cast<long double>(data.y[static_cast<std::size_t>(row)]);
      for (std::size_t j = 0; j < d; ++j) r += w[j] * static_cast<long double>(x[j]);
      sum += r * r / 2;
    } else if (data.model == SWM_BOWL) {
      for (std::size_t j = 0; j < d; ++j) {
        const long double r = w[j] - static_cast<long double>(x[j]);
        sum += r * r;
      }
    } else {
      long double total = 0, own = 0;
      for (std::size_t k = 0; k < c; ++k) {
        long double z = w[d * c + k];
        for (std::size_t j = 0; j < d; ++j) z += w[j * c + k] * static_cast<long double>(x[j]);
        total += std::exp(z);
        if (static_cast<std::int32_t>(k) == data.labels[static_cast<std::size_t>(row)]) own = z;
      }
      sum += std::log(total) - own;
    }
  }
  return sum / static_cast<long double>(rows.size());
}

template <class T>
void expect_gradient(const std::vector<T>& gradient, const Data<T>& data,
                     const std::vector<std::int32_t>& rows, double tolerance) {
  const long double h = 1e-4L;
  for (std::size_t p = 0; p < gradient.size(); ++p) {
    // Fourth order: (8 (f(h) - f(-h)) - (f(2h) - f(-2h))) / 12h.
    const long double slope = (8 * (loss(data, rows, p, h) - loss(data, rows, p, -h)) -
                               (loss(data, rows, p, 2 * h) - loss(data, rows, p, -2 * h))) /
                              (12 * h);
    EXPECT_NEAR(static_cast<double>(gradient[p]), static_cast<double>(slope), tolerance)
        << "parameter " << p;
  }
}

}  // namespace gradient_test
