// The loop against its definition: order, partial batches, accumulation, duplicates, going back.
#include "training/training_loop.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "base/error.hpp"
#include "kernels/cpu/sgd_epoch.hpp"
#include "plugin_tables.hpp"
#include "training/evaluation.hpp"

namespace sweepmark::host {
namespace {

using testing::ElementsAre;
using namespace training_test;

Dataset synthetic(Model model = Model::linear) {
  return load_dataset(named_case("synthetic", "", model, 0.1, 1));
}

LoopSettings settings(std::int64_t batch, double rate, std::vector<double> start) {
  LoopSettings s;
  s.batch_size = batch;
  s.hyperparameters["learning_rate"] = rate;
  s.start = std::move(start);
  return s;
}

TEST(TrainingLoop, Case61AccumulatesOverExamples) {
  const Dataset data = line_data({1, 2, 3, 4, 5}, {0, 0, 0, 0, 0});
  LoopSettings s = settings(2, 0.1, {1, 0});
  s.accumulation = 3;
  for (const swm_kernel* kernel : {&batched, &per_example}) {
    TrainingLoop loop(data, Dtype::f64, *kernel, sgd, s);
    EXPECT_EQ(loop.steps_per_epoch(), 1);
    loop.run_steps(1);
    EXPECT_NEAR(loop.grads()[0], 11, 1e-14) << "13.333 is the mean of the means";
    EXPECT_NEAR(loop.params()[0], -0.1, 1e-14);
    EXPECT_EQ(loop.examples(), 5);
  }
}

TEST(TrainingLoop, Case62UsesTheLastIncompleteWindow) {
  const Dataset data = line_data({1, 2, 3, 4, 5}, {0, 0, 0, 0, 0});
  LoopSettings s = settings(1, 0.01, {1, 0});
  s.accumulation = 2;
  TrainingLoop loop(data, Dtype::f64, batched, sgd, s);
  EXPECT_EQ(loop.steps_per_epoch(), 3);
  std::vector<std::int64_t> seen;
  for (int step = 0; step < 3; ++step) {
    loop.run_steps(1);
    seen.push_back(loop.examples());
  }
  EXPECT_THAT(seen, ElementsAre(2, 4, 5));
  loop.run_steps(1);
  EXPECT_EQ(loop.examples(), 7) << "the next window begins with the next epoch";
}

TEST(TrainingLoop, AccumulatedMicroBatchesFollowTheBigBatch) {
  const Dataset data = synthetic();
  for (const auto& [b, k] : {std::pair{10, 10}, {1, 100}, {7, 30}, {100, 15}}) {
    LoopSettings big = settings(b * k, 0.1, start_parameters(data, {}, 1));
    LoopSettings micro = settings(b, 0.1, start_parameters(data, {}, 1));
    micro.accumulation = k;
    TrainingLoop one(data, Dtype::f64, batched, sgd, big);
    TrainingLoop other(data, Dtype::f64, batched, sgd, micro);
    ASSERT_EQ(one.steps_per_epoch(), other.steps_per_epoch());
    for (int step = 0; step < 40; ++step) {
      one.run_steps(1);
      other.run_steps(1);
      ASSERT_EQ(one.examples(), other.examples());
      const double a = training_loss(data, one.params()), c = training_loss(data, other.params());
      ASSERT_NEAR(a / c, 1, 1e-10) << b << " x " << k << " step " << step;
    }
  }
}

TEST(TrainingLoop, AnEpochIsTheFusedEpoch) {
  const Dataset data = synthetic();
  const auto start = start_parameters(data, {}, 5);
  for (const std::int64_t batch : {1, 10, 100, 400, 1500}) {
    LoopSettings s = settings(batch, 0.05, start);
    s.seed = 5;
    TrainingLoop loop(data, Dtype::f64, batched, sgd, s);
    loop.run_epochs(1);
    EXPECT_EQ(loop.examples(), 1500);
    std::vector<std::int32_t> order(1500);
    for (std::int32_t i = 0; i < 1500; ++i) order[static_cast<std::size_t>(i)] = i;
    kernels::shuffle_rows(order.data(), 1500, 5);
    const kernels::GradientBatch<double> all{
        data.train.x.data(), 5, 5, 1, data.train.y.data(), nullptr, order.data(), 1500};
    std::vector<double> params = start, grads(6);
    kernels::sgd_by_batch(all, batch, 0.05, 6, params.data(), grads.data(),
                          [](const auto& b, const double* p, double* g) {
                            kernels::linear_gradient_batched<double, 0>(b, p, g);
                          });
    const auto found = loop.params();
    for (std::size_t p = 0; p < 6; ++p) EXPECT_NEAR(found[p], params[p], 1e-12) << batch;
  }
}

TEST(TrainingLoop, RunsOfStepsAndEpochsAgree) {
  const Dataset data = synthetic();
  LoopSettings s = settings(7, 0.05, start_parameters(data, {}, 2));
  TrainingLoop whole(data, Dtype::f32, batched, sgd, s), pieces(data, Dtype::f32, batched, sgd, s);
  whole.run_epochs(3);
  EXPECT_EQ(whole.steps(), 3 * 215);
  pieces.run_steps(100);
  pieces.run_steps(1);
  pieces.run_steps(3 * 215 - 101);
  EXPECT_EQ(whole.params(), pieces.params());
  whole.run_epochs(3);
  EXPECT_EQ(whole.params(), pieces.params()) << "begins from the start each time";
}

TEST(TrainingLoop, PartialReplaysUpdateNothing) {
  const Dataset data = synthetic();
  const auto start = start_parameters(data, {}, 2);
  TrainingLoop loop(data, Dtype::f64, batched, sgd, settings(10, 0.05, start));
  loop.run_data_only(2);
  EXPECT_EQ(loop.steps(), 300);
  EXPECT_EQ(loop.params(), start);
  loop.run_without_step(2);
  EXPECT_EQ(loop.steps(), 300);
  EXPECT_EQ(loop.params(), start);
}

TEST(TrainingLoop, ASnapshotLeadsBackToTheBit) {
  const Dataset data = synthetic();
  for (const Sampler sampler :
       {Sampler::shuffled, Sampler::with_replacement, Sampler::independent}) {
    LoopSettings s = settings(32, 0.01, start_parameters(data, {}, 2));
    s.sampler = sampler;
    TrainingLoop loop(data, Dtype::f32, batched, rule<Adam>, s);
    loop.run_steps(60);
    const auto snapshot = loop.snapshot();
    loop.run_steps(77);
    const auto params = loop.params();
    const auto states = loop.states();
    loop.restore(snapshot);
    EXPECT_EQ(loop.steps(), 60);
    loop.run_steps(77);
    EXPECT_EQ(loop.params(), params);
    EXPECT_EQ(loop.states(), states);
  }
}

TEST(TrainingLoop, DuplicatesShowTheSameExampleTwice) {
  const Dataset data = synthetic();
  const auto start = start_parameters(data, {}, 2);
  LoopSettings s = settings(2, 0.05, start);
  s.duplicate = 2;
  TrainingLoop twice(data, Dtype::f64, batched, sgd, s);
  TrainingLoop once(data, Dtype::f64, batched, sgd, settings(1, 0.05, start));
  EXPECT_EQ(twice.epoch_length(), 3000);
  twice.run_epochs(1);
  once.run_epochs(1);
  EXPECT_EQ(twice.steps(), once.steps());
  for (std::size_t p = 0; p < 6; ++p)
    EXPECT_NEAR(twice.params()[p], once.params()[p], 1e-12) << "a pair's mean is the example's";
}

TEST(TrainingLoop, SchedulesReachTheOptimizer) {
  const Dataset data = line_data({1}, {0});
  LoopSettings s = settings(1, 0.5, {1, 0});
  s.schedule = LearningRateSchedule(Schedule::warmup, 4, 2);
  TrainingLoop loop(data, Dtype::f64, batched, sgd, s);
  loop.run_steps(1);
  EXPECT_DOUBLE_EQ(loop.params()[0], 0.75) << "half of 0.5 on the first of two steps";
}

TEST(TrainingLoop, BadSettingsAreNamed) {
  const Dataset data = line_data({1, 2}, {0, 0});
  const auto error_of = [&](const LoopSettings& s) -> std::string {
    try {
      TrainingLoop loop(data, Dtype::f64, batched, sgd, s);
    } catch (const Error& e) {
      return e.what();
    }
    return "no error";
  };
  EXPECT_THAT(error_of(settings(0, 0.1, {0, 0})), testing::HasSubstr("batch_size: found 0"));
  EXPECT_THAT(error_of(settings(3, 0.1, {0, 0})), testing::HasSubstr("batch_size 3"));
  EXPECT_THAT(error_of(settings(1, -0.1, {0, 0})),
              testing::HasSubstr("optimizer.sgd learning_rate: found -0.1, expected 0 to"));
  LoopSettings s = settings(1, 0.1, {0, 0});
  s.hyperparameters["momentun"] = 0.9;
  EXPECT_THAT(error_of(s), testing::HasSubstr("no hyperparameter 'momentun'"));
}

}  // namespace
}  // namespace sweepmark::host
