#include "ops/gradient_reference.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace sweepmark::host {
namespace {

TEST(GradientReference, LinearByHand) {
  // x = (1, 2), (3, -1); y = 1, 4; w = (0.5, 1), bias 2: residuals 3.5 and -1.5.
  const std::array<double, 4> x{1, 2, 3, -1};
  const std::array<double, 2> y{1, 4};
  const std::array<double, 3> params{0.5, 1, 2};
  std::array<double, 3> gradient{}, magnitude{};
  const ModelShape shape{Model::linear, 2, 0};
  const ExampleView<double> view{x.data(), 2, y.data(), nullptr};
  const double loss =
      reference_loss(shape, view, {nullptr, 2}, params.data(), gradient.data(), magnitude.data());
  EXPECT_DOUBLE_EQ(loss, (3.5 * 3.5 + 1.5 * 1.5) / 4);
  EXPECT_DOUBLE_EQ(gradient[0], (3.5 - 4.5) / 2);
  EXPECT_DOUBLE_EQ(gradient[1], (7 + 1.5) / 2);
  EXPECT_DOUBLE_EQ(gradient[2], 1);
  // sizes |x||w| + |bias| + |y|: 0.5 + 2 + 2 + 1 and 1.5 + 1 + 2 + 4.
  EXPECT_DOUBLE_EQ(magnitude[0], (5.5 + 3 * 8.5) / 2);
  EXPECT_DOUBLE_EQ(magnitude[1], (11 + 8.5) / 2);
  EXPECT_DOUBLE_EQ(magnitude[2], 7);
  const std::int32_t second = 1;
  EXPECT_DOUBLE_EQ(reference_loss(shape, view, {&second, 1}, params.data()), 1.125);
}

TEST(GradientReference, SoftmaxOfEqualLogits) {
  const std::array<float, 2> x{2, -1};
  const std::int32_t label = 1;
  const std::vector<double> params(9, 0.0);
  std::vector<double> gradient(9), magnitude(9);
  const ModelShape shape{Model::softmax, 2, 3};
  const double loss =
      reference_loss(shape, ExampleView<float>{x.data(), 2, nullptr, &label}, {nullptr, 1},
                     params.data(), gradient.data(), magnitude.data());
  EXPECT_DOUBLE_EQ(loss, std::log(3.0));
  EXPECT_DOUBLE_EQ(gradient[0], 2.0 / 3);
  EXPECT_DOUBLE_EQ(gradient[1], -4.0 / 3);
  EXPECT_DOUBLE_EQ(gradient[4], 2.0 / 3);
  EXPECT_DOUBLE_EQ(gradient[7], -2.0 / 3);
  EXPECT_DOUBLE_EQ(magnitude[1], 2 * (1 + 1.0 / 3));
}

TEST(GradientReference, SoftmaxIsSafeAgainstOverflow) {
  const std::array<double, 1> x{1};
  const std::int32_t label = 0;
  const ModelShape shape{Model::softmax, 1, 2};
  const ExampleView<double> view{x.data(), 1, nullptr, &label};
  std::array<double, 4> gradient{};
  const std::array<double, 4> right{5000, -5000, 0, 0}, wrong{-5000, 5000, 0, 0};
  EXPECT_DOUBLE_EQ(reference_loss(shape, view, {nullptr, 1}, right.data(), gradient.data()), 0);
  EXPECT_DOUBLE_EQ(gradient[0], 0);
  EXPECT_DOUBLE_EQ(reference_loss(shape, view, {nullptr, 1}, wrong.data(), gradient.data()), 10000);
  EXPECT_DOUBLE_EQ(gradient[0], -1);
  EXPECT_DOUBLE_EQ(gradient[1], 1);
}

TEST(GradientReference, BowlPointsToTheMean) {
  const std::array<double, 4> x{1, 0, -1, 4};
  const std::array<double, 2> params{-2.5, 1.5};
  std::array<double, 2> gradient{};
  const double loss = reference_loss({Model::bowl, 2, 0}, ExampleView<double>{x.data(), 2},
                                     {nullptr, 2}, params.data(), gradient.data());
  EXPECT_DOUBLE_EQ(gradient[0], -5);
  EXPECT_DOUBLE_EQ(gradient[1], -1);
  EXPECT_DOUBLE_EQ(loss, (3.5 * 3.5 + 1.5 * 1.5 + 1.5 * 1.5 + 2.5 * 2.5) / 2);
}

// The gradient is the derivative of the loss: central differences in long double.
TEST(GradientReference, IsTheDerivativeOfTheLoss) {
  constexpr std::int64_t examples = 7, features = 3, outputs = 4;
  std::vector<double> x, y;
  std::vector<std::int32_t> labels;
  for (int i = 0; i < examples * features; ++i) x.push_back(std::sin(1.7 * i));
  for (int i = 0; i < examples; ++i) y.push_back(std::cos(2.3 * i));
  for (int i = 0; i < examples; ++i) labels.push_back(i % outputs);
  const ExampleView<double> view{x.data(), features, y.data(), labels.data()};
  const std::array<std::int32_t, 5> rows{6, 0, 3, 3, 1};
  for (const Model model : {Model::linear, Model::softmax, Model::bowl}) {
    const ModelShape shape{model, features, outputs};
    const auto count = static_cast<std::size_t>(parameter_count(shape));
    std::vector<long double> params, gradient(count);
    for (std::size_t p = 0; p < count; ++p)
      params.push_back(std::sin(0.9L + static_cast<long double>(p)));
    const RowSelection batch{rows.data(), 5};
    reference_loss(shape, view, batch, params.data(), gradient.data());
    constexpr long double step = 1e-6L;
    for (std::size_t p = 0; p < count; ++p) {
      auto up = params, down = params;
      up[p] += step;
      down[p] -= step;
      const long double slope = (reference_loss(shape, view, batch, up.data()) -
                                 reference_loss(shape, view, batch, down.data())) /
                                (2 * step);
      EXPECT_NEAR(static_cast<double>(gradient[p]), static_cast<double>(slope), 1e-9);
    }
  }
}

TEST(GradientReference, ParameterCounts) {
  EXPECT_EQ(parameter_count({Model::linear, 5, 0}), 6);
  EXPECT_EQ(parameter_count({Model::softmax, 64, 10}), 650);
  EXPECT_EQ(parameter_count({Model::bowl, 2, 0}), 2);
}

TEST(GradientReference, LimitCountsRoundings) {
  const double u = 0x1p-24;
  EXPECT_DOUBLE_EQ(gradient_limit({Model::linear, 5, 0}, 10, Dtype::f32), 19 * u / (1 - 19 * u));
  EXPECT_DOUBLE_EQ(gradient_limit({Model::softmax, 64, 10}, 10, Dtype::f32),
                   100 * u / (1 - 100 * u));
}

}  // namespace
}  // namespace sweepmark::host
