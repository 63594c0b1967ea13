#include "training/evaluation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "ops/random.hpp"
#include "training/sampler.hpp"

namespace sweepmark::host {

ModelShape shape_of(const Dataset& data) { return {data.model, data.features, data.outputs}; }

ExampleView<double> view_of(const Examples& examples, const Dataset& data) {
  return {examples.x.data(), data.features, examples.y.data(), examples.labels.data()};
}

double training_loss(const Dataset& data, const std::vector<double>& params) {
  return reference_loss<double, double>(shape_of(data), view_of(data.train, data),
                                        {nullptr, data.train.count}, params.data());
}

std::optional<double> accuracy(const Dataset& data, const std::vector<double>& params) {
  if (data.model != Model::softmax || !all_finite(params)) return std::nullopt;
  const Examples& e = data.held_out.count > 0 ? data.held_out : data.train;
  const std::int64_t d = data.features, outputs = data.outputs;
  std::vector<double> scores(static_cast<std::size_t>(outputs));
  std::int64_t right = 0;
  for (std::int64_t i = 0; i < e.count; ++i) {
    std::copy_n(params.begin() + d * outputs, outputs, scores.begin());
    for (std::int64_t j = 0; j < d; ++j)
      for (std::int64_t c = 0; c < outputs; ++c)
        scores[static_cast<std::size_t>(c)] += e.x[static_cast<std::size_t>(i * d + j)] *
                                               params[static_cast<std::size_t>(j * outputs + c)];
    if (!all_finite(scores)) return std::nullopt;
    const auto best = std::max_element(scores.begin(), scores.end()) - scores.begin();
    if (best == e.labels[static_cast<std::size_t>(i)]) ++right;
  }
  return static_cast<double>(right) / static_cast<double>(e.count);
}

std::vector<double> centre_of(const Dataset& data) {
  std::vector<double> centre(static_cast<std::size_t>(data.features));
  const auto width = static_cast<std::size_t>(data.features);
  for (std::size_t i = 0; i < data.train.x.size(); ++i) centre[i % width] += data.train.x[i];
  for (double& c : centre) c /= static_cast<double>(data.train.count);
  return centre;
}

double distance_between(const std::vector<double>& a, const std::vector<double>& b) {
  double squares = 0;
  for (std::size_t i = 0; i < a.size(); ++i) squares += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(squares);
}

std::vector<double> start_parameters(const Dataset& data, const std::vector<double>& given,
                                     std::uint64_t seed) {
  const auto count = static_cast<std::size_t>(parameter_count(shape_of(data)));
  if (!given.empty()) {
    if (given.size() != count)
      throw Error(fmt::format("start: found {} values, expected {} for model {} with {} features",
                              given.size(), count, to_string(data.model), data.features));
    return given;
  }
  std::vector<double> start(count, 0);
  std::mt19937_64 engine = stream_engine(seed, Stream::start);
  if (data.model == Model::linear) {
    const std::uint64_t key = engine();
    for (std::size_t j = 0; j + 1 < count; ++j) start[j] = 0.01 * random_normal(key, j);
  } else if (data.model == Model::softmax) {
    for (double& p : start) p = (static_cast<double>(engine() >> 11) * 0x1p-53 - 0.5) / 4;
  }
  return start;
}

bool all_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

}  // namespace sweepmark::host
