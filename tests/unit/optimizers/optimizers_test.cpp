// Every update rule against values worked out with 50 decimal digits from the published formulas.
#include "plugins/optimizers_cpu/optimizers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace {

using sweepmark::detail::OptimizerAdapter;

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

// Two parameters, four gradients, learning rate 0.1; everything else as the rule presets it.
const std::array<std::array<double, 2>, 4> gradients{
    {{0.5, -1}, {-0.25, 3}, {0.125, 0.0625}, {2, -0.5}}};

template <class T>
struct Trace {
  std::vector<std::array<double, 2>> params;  // after each step
  std::vector<std::vector<T>> states;
};

template <class T>
Trace<T> follow(const swm_optimizer& optimizer, double scale = 1) {
  std::vector<T> params{1, -2}, grads(2);
  std::vector<std::vector<T>> states(optimizer.state_count, std::vector<T>(2));
  const swm_tensor p = vector_of(params), g = vector_of(grads);
  std::vector<swm_tensor> tensors;
  for (auto& s : states) tensors.push_back(vector_of(s));
  std::vector<const swm_tensor*> pointers;
  for (auto& t : tensors) pointers.push_back(&t);
  const swm_training training{sizeof(swm_training), p.dtype, &p, &g, pointers.data()};
  std::vector<swm_value> hyper;
  for (std::uint32_t h = 0; h < optimizer.param_count; ++h)
    hyper.push_back(optimizer.params[h]->preset);
  hyper[0].d = 0.1;
  std::string text(200, '\0');
  swm_error error{sizeof(error), 0, text.data(), text.size()};
  EXPECT_EQ(optimizer.supports(&training, hyper.data(), &error), SWM_OK) << text;
  void* instance = nullptr;
  EXPECT_EQ(optimizer.create(&training, hyper.data(), &instance, &error), SWM_OK) << text;
  Trace<T> trace;
  for (std::uint64_t step = 1; step <= gradients.size(); ++step) {
    for (std::size_t i = 0; i < 2; ++i) grads[i] = static_cast<T>(gradients[step - 1][i]);
    EXPECT_EQ(optimizer.step(instance, step, scale, &error), SWM_OK) << text;
    trace.params.push_back({params[0], params[1]});
  }
  optimizer.destroy(instance);
  trace.states = states;
  return trace;
}

using Expected = std::array<std::array<double, 2>, 4>;

void expect_steps(const swm_optimizer& optimizer, const Expected& expected) {
  const auto f64 = follow<double>(optimizer);
  const auto f32 = follow<float>(optimizer);
  for (std::size_t s = 0; s < expected.size(); ++s)
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_NEAR(f64.params[s][i], expected[s][i], 4e-15) << optimizer.id << " step " << s + 1;
      EXPECT_NEAR(f32.params[s][i], expected[s][i], 2e-6) << optimizer.id << " step " << s + 1;
    }
}

TEST(Optimizers, Sgd) {
  expect_steps(OptimizerAdapter<sweepmark::Sgd>::table,
               {{{0.95, -1.9}, {0.975, -2.2}, {0.9625, -2.20625}, {0.7625, -2.15625}}});
}

TEST(Optimizers, Momentum) {
  expect_steps(OptimizerAdapter<sweepmark::Momentum>::table,
               {{{0.95, -1.9}, {0.93, -2.11}, {0.8995, -2.30525}, {0.67205, -2.430975}}});
}

TEST(Optimizers, Nesterov) {
  expect_steps(OptimizerAdapter<sweepmark::Nesterov>::table,
               {{{0.905, -1.81}, {0.912, -2.299}, {0.87205, -2.480975}, {0.467345, -2.5441275}}});
}

TEST(Optimizers, Adagrad) {
  expect_steps(OptimizerAdapter<sweepmark::Adagrad>::table,
               {{{0.90000000002, -1.90000000001},
                 {0.94472135956199577, -1.9948683298120513},
                 {0.92289957054220606, -1.996844367442427},
                 {0.82676488764664946, -1.981229966275738}}});
}

TEST(Optimizers, Rmsprop) {
  expect_steps(OptimizerAdapter<sweepmark::Rmsprop>::table,
               {{{1.99999960000008e-07, -1.0000000999999901},
                 {0.44901337442175043, -1.9491580657224599},
                 {0.22890921760206803, -1.9690278848295111},
                 {-0.7334191821745647, -1.8112690865863468}}});
}

TEST(Optimizers, AdamCorrectsTheBiasOfItsFirstSteps) {
  expect_steps(OptimizerAdapter<sweepmark::Adam>::table,
               {{{0.900000002, -1.900000001},
                 {0.87336629870784621, -1.9494189841087446},
                 {0.83932338491665393, -1.9888755483020446},
                 {0.77578257314687427, -2.0117154402006787}}});
}

TEST(Optimizers, AdamwDecaysTheWeightsApartFromTheGradient) {
  expect_steps(OptimizerAdapter<sweepmark::Adamw>::table,
               {{{0.899000002, -1.898000001},
                 {0.87146729870584616, -1.9455209841077445},
                 {0.83655291761594808, -1.9830320273169371},
                 {0.77217555292855244, -2.0038888871882543}}});
}

TEST(Optimizers, TheHostSeesTheStates) {
  const auto& adam = OptimizerAdapter<sweepmark::Adam>::table;
  ASSERT_EQ(adam.state_count, 2U);
  EXPECT_STREQ(adam.states[0], "first_moment");
  EXPECT_STREQ(adam.states[1], "second_moment");
  const auto trace = follow<double>(adam);
  // m = 0.9 (0.9 (0.9 * 0.05 - 0.025) + 0.0125) + 0.2; v likewise from the squares.
  EXPECT_NEAR(trace.states[0][0], 0.22745, 1e-15);
  EXPECT_NEAR(trace.states[1][0],
              ((0.00025 * 0.999 + 0.0000625) * 0.999 + 0.000015625) * 0.999 + 0.004, 1e-15);
  EXPECT_EQ(OptimizerAdapter<sweepmark::Sgd>::table.state_count, 0U);
}

TEST(Optimizers, ScaleMultipliesTheLearningRateOfTheStep) {
  const auto trace = follow<double>(OptimizerAdapter<sweepmark::Sgd>::table, 0.5);
  EXPECT_DOUBLE_EQ(trace.params[0][0], 0.975);
  const auto decayed = follow<double>(OptimizerAdapter<sweepmark::Adamw>::table, 0);
  EXPECT_EQ(decayed.params[3][0], 1) << "a rate of 0 moves and decays nothing";
}

TEST(Optimizers, HyperparametersHaveRangesThatHoldTheirPresets) {
  for (const swm_optimizer* o :
       {&OptimizerAdapter<sweepmark::Sgd>::table, &OptimizerAdapter<sweepmark::Momentum>::table,
        &OptimizerAdapter<sweepmark::Nesterov>::table, &OptimizerAdapter<sweepmark::Adagrad>::table,
        &OptimizerAdapter<sweepmark::Rmsprop>::table, &OptimizerAdapter<sweepmark::Adam>::table,
        &OptimizerAdapter<sweepmark::Adamw>::table}) {
    EXPECT_STREQ(o->params[0]->name, "learning_rate") << o->id;
    for (std::uint32_t h = 0; h < o->param_count; ++h) {
      const swm_param& p = *o->params[h];
      EXPECT_EQ(p.kind, static_cast<std::uint32_t>(SWM_PARAM_REAL));
      EXPECT_LT(p.low.d, p.high.d) << o->id << " " << p.name;
      EXPECT_GE(p.preset.d, p.low.d) << o->id << " " << p.name;
      EXPECT_LE(p.preset.d, p.high.d) << o->id << " " << p.name;
    }
  }
}

TEST(Optimizers, VectorsOfDifferentLengthAreRefused) {
  std::vector<double> params(3), grads(2);
  const swm_tensor p = vector_of(params), g = vector_of(grads);
  const swm_training training{sizeof(swm_training), SWM_F64, &p, &g, nullptr};
  const swm_value rate{.d = 0.1};
  std::string text(200, '\0');
  swm_error error{sizeof(error), 0, text.data(), text.size()};
  void* instance = nullptr;
  EXPECT_EQ(OptimizerAdapter<sweepmark::Sgd>::table.create(&training, &rate, &instance, &error),
            SWM_INVALID);
  EXPECT_THAT(text, testing::HasSubstr("3 and 2"));
}

}  // namespace
