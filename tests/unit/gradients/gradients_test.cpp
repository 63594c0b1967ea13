// Gradient kernels against differences of the loss, by model, dtype and awkward sizes.
#include <gmock/gmock.h>

#include "gradient_fixture.hpp"

namespace gradient_test {
namespace {

using sweepmark::detail::KernelAdapter;
const swm_kernel& per_example = KernelAdapter<sweepmark::GradientPerExample>::table;
const swm_kernel& batched = KernelAdapter<sweepmark::GradientBatched>::table;

std::vector<std::int32_t> some_rows(std::int64_t count, std::int64_t examples) {
  std::mt19937_64 g(7);
  std::vector<std::int32_t> rows;
  for (std::int64_t i = 0; i < count; ++i)
    rows.push_back(static_cast<std::int32_t>(g() % static_cast<std::uint64_t>(examples)));
  return rows;
}

struct Shape {
  swm_model model;
  std::int64_t features, outputs, batch;
};

std::string shape_name(const testing::TestParamInfo<Shape>& info) {
  const char* const names[] = {"none", "linear", "softmax", "bowl"};
  const Shape& s = info.param;
  return std::string(names[s.model]) + "_d" + std::to_string(s.features) + "_c" +
         std::to_string(s.outputs) + "_b" + std::to_string(s.batch);
}

class GradientShapes : public testing::TestWithParam<Shape> {};

TEST_P(GradientShapes, BothKernelsGiveTheSlopeOfTheLoss) {
  const auto [model, features, outputs, batch] = GetParam();
  const auto rows = some_rows(batch, 40);
  Data<double> f64(model, 40, features, outputs);
  Data<float> f32(model, 40, features, outputs);
  for (const swm_kernel* kernel : {&per_example, &batched}) {
    SCOPED_TRACE(kernel->id);
    expect_gradient(run_kernel(*kernel, f64, rows, batch), f64, rows, 1e-11);
    expect_gradient(run_kernel(*kernel, f32, rows, batch), f32, rows, 2e-5);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, GradientShapes,
                         testing::Values(Shape{SWM_LINEAR, 1, 1, 1}, Shape{SWM_LINEAR, 5, 1, 1},
                                         Shape{SWM_LINEAR, 5, 1, 3}, Shape{SWM_LINEAR, 5, 1, 10},
                                         Shape{SWM_LINEAR, 8, 1, 7}, Shape{SWM_LINEAR, 9, 1, 5},
                                         Shape{SWM_LINEAR, 37, 1, 13}, Shape{SWM_SOFTMAX, 1, 2, 1},
                                         Shape{SWM_SOFTMAX, 6, 10, 1}, Shape{SWM_SOFTMAX, 7, 10, 9},
                                         Shape{SWM_SOFTMAX, 5, 15, 32}, Shape{SWM_SOFTMAX, 3, 3, 4},
                                         Shape{SWM_BOWL, 2, 1, 1}, Shape{SWM_BOWL, 2, 1, 16},
                                         Shape{SWM_BOWL, 11, 1, 5}),
                         shape_name);

TEST(Gradients, SoftmaxStaysFiniteWithScoresInTheThousands) {
  Data<float> data(SWM_SOFTMAX, 4, 3, 4);
  for (auto& w : data.params) w *= 5000;
  for (const swm_kernel* kernel : {&per_example, &batched})
    for (const float g : run_kernel(*kernel, data, {0, 1, 2, 3}, 4))
      EXPECT_TRUE(std::isfinite(g)) << kernel->id;
}

TEST(Gradients, MicroBatchesOfCase61) {
  // x = 1..5, y = 0, w = 1: the mean of x^2 is 11; the mean of the three means is 13.33.
  Data<double> data(SWM_LINEAR, 5, 1, 1);
  for (std::size_t i = 0; i < 5; ++i) {
    data.x[i * static_cast<std::size_t>(data.stride)] = static_cast<double>(i + 1);
    data.y[i] = 0;
  }
  data.params = {1, 0};
  for (const swm_kernel* kernel : {&per_example, &batched})
    EXPECT_DOUBLE_EQ(run_kernel(*kernel, data, {0, 1, 2, 3, 4}, 5)[0], 11) << kernel->id;
}

TEST(Gradients, RefusalsHaveASentence) {
  std::string text(200, '\0');
  swm_error error{sizeof(error), 0, text.data(), text.size()};
  swm_problem p{};
  p.size = sizeof(p);
  p.dtype = SWM_F16;
  EXPECT_EQ(batched.supports(&p, nullptr, &error), SWM_UNSUPPORTED);
  EXPECT_THAT(text, testing::HasSubstr("float32 and float64 only"));
  p.dtype = SWM_F32;
  p.model = SWM_SOFTMAX;
  p.examples = p.features = p.batch = p.outputs = 1;
  EXPECT_EQ(batched.supports(&p, nullptr, &error), SWM_UNSUPPORTED);
  EXPECT_THAT(text, testing::HasSubstr("at least 2 outputs"));
}

}  // namespace
}  // namespace gradient_test
