// The plugins of this project linked straight into a test, and small data sets made in place.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "plugins/gradient_cpu/gradient_kernels.hpp"
#include "plugins/gradient_cpu/sgd_epoch_fused.hpp"
#include "plugins/optimizers_cpu/optimizers.hpp"
#include "training/dataset.hpp"

namespace training_test {

inline const swm_kernel& batched =
    sweepmark::detail::KernelAdapter<sweepmark::GradientBatched>::table;
inline const swm_kernel& per_example =
    sweepmark::detail::KernelAdapter<sweepmark::GradientPerExample>::table;
template <class Rule>
inline const swm_optimizer& rule = sweepmark::detail::OptimizerAdapter<Rule>::table;
inline const swm_optimizer& sgd = rule<sweepmark::Sgd>;

/// One feature, given targets, nothing whitened.
inline sweepmark::host::Dataset line_data(std::vector<double> x, std::vector<double> y) {
  sweepmark::host::Dataset data;
  data.name = "line";
  data.source = "built in";
  data.features = 1;
  data.train.count = static_cast<std::int64_t>(x.size());
  data.train.x = std::move(x);
  data.train.y = std::move(y);
  return data;
}

/// x = 0 .. 99, y = 0.1 x + 0.3.
inline sweepmark::host::Dataset steep_line() {
  std::vector<double> x, y;
  for (int i = 0; i < 100; ++i) {
    x.push_back(i);
    y.push_back(0.1 * i + 0.3);
  }
  return line_data(x, y);
}

/// A case on such data; fields not named here are to be set by the test.
inline sweepmark::host::TrainingCase plain_case(double learning_rate, std::int64_t batch_size) {
  sweepmark::host::TrainingCase c;
  c.dtype = sweepmark::host::Dtype::f64;
  c.gradient = "gradient.cpu.batched";
  c.optimizer = "optimizer.sgd";
  c.hyperparameters["learning_rate"] = learning_rate;
  c.batch_size = batch_size;
  return c;
}

inline sweepmark::host::TrainingCase named_case(const std::string& dataset, const std::string& file,
                                                sweepmark::host::Model model, double learning_rate,
                                                std::int64_t batch_size) {
  auto c = plain_case(learning_rate, batch_size);
  c.dataset = dataset;
  c.data_file = file;
  c.model = model;
  return c;
}

}  // namespace training_test
