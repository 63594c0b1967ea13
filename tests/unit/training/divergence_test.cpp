// Runs whose loss or parameters stop being finite: found at the right update, ended, never ranked.
#include <gmock/gmock.h>

#include <cmath>

#include "plugin_tables.hpp"
#include "shared_data.hpp"
#include "training/evaluation.hpp"
#include "training/training_run.hpp"

namespace sweepmark::host {
namespace {

using namespace training_test;

TrainingRecord learn(const TrainingCase& c, const Dataset& data) {
  TrainingRun run(c, data, batched, sgd);
  run.learn();
  EpochTiming timing;
  timing.samples_ns = {1, 1, 1, 1, 1, 1};
  return run.record(timing);
}

// The published case has the loss (x w + b - y)^2 and rate 0.5; ours is half of it, so twice the
// rate.
TrainingCase case_65(double published_rate) {
  TrainingCase c = plain_case(2 * published_rate, 100);
  c.start = {0.5, 0};
  c.epochs = 1000;
  return c;
}

TEST(Divergence, Case65EndsAtTheUpdateWhoseLossOverflows) {
  for (const std::int64_t every : {100, 200, 1000, 5000}) {
    TrainingCase c = case_65(0.5);
    c.evaluate_every = every;
    const TrainingRecord r = learn(c, steep_line());
    EXPECT_EQ(r.outcome, Outcome::diverged);
    EXPECT_EQ(r.diverged_at, 44) << "evaluated every " << every << " examples";
    EXPECT_EQ(r.steps, 44);
    EXPECT_EQ(r.examples, 4400);
    EXPECT_EQ(*r.reason, "the loss is not finite after update 44");
    EXPECT_EQ(r.final_loss, std::nullopt);
    EXPECT_EQ(r.seconds_per_step, std::nullopt) << "a diverged run has no speed to rank";
    EXPECT_EQ(r.curve.back().loss, std::nullopt);
    for (std::size_t i = 0; i + 1 < r.curve.size(); ++i) EXPECT_TRUE(r.curve[i].loss);
  }
}

TEST(Divergence, Case65WeightsOverflowAtUpdate88) {
  LoopSettings s;
  s.batch_size = 100;
  s.hyperparameters["learning_rate"] = 1.0;
  s.start = {0.5, 0};
  TrainingLoop loop(steep_line(), Dtype::f64, batched, sgd, s);
  std::int64_t last_finite = 0;
  while (all_finite(loop.params())) {
    last_finite = loop.steps();
    loop.run_steps(1);
  }
  EXPECT_EQ(last_finite + 1, 88);
}

TEST(Divergence, Case65IsStableBelowTheBound) {
  // 2 / 3284.246 of the published loss: 3.0448e-4 is where it turns.
  TrainingCase c = case_65(2.9e-4);
  c.epochs = 2000;
  const TrainingRecord stable = learn(c, steep_line());
  EXPECT_EQ(stable.outcome, Outcome::measured);
  EXPECT_LT(*stable.final_loss, *stable.curve[0].loss);
  c = case_65(3.1e-4);
  c.epochs = 40000;
  EXPECT_EQ(learn(c, steep_line()).outcome, Outcome::diverged);
}

TEST(Divergence, InFloat32TheParametersGoFirst) {
  TrainingCase c = case_65(0.5);
  c.dtype = Dtype::f32;
  const TrainingRecord r = learn(c, steep_line());
  EXPECT_EQ(r.outcome, Outcome::diverged);
  EXPECT_THAT(*r.reason, testing::HasSubstr("parameters are not finite after update"));
  EXPECT_LT(*r.diverged_at, 44);
}

TEST(Divergence, Case66RawFeaturesDivergeAndWhitenedOnesDoNot) {
  SKIP_WITHOUT_SHARED("airfoil_self_noise.dat");
  TrainingCase c =
      named_case("airfoil", shared_file("airfoil_self_noise.dat"), Model::linear, 0.1, 10);
  c.epochs = 10;
  c.whiten = false;
  for (const Dtype dtype : {Dtype::f32, Dtype::f64}) {
    c.dtype = dtype;
    const TrainingRecord raw = learn(c, load_dataset(c));
    EXPECT_EQ(raw.outcome, Outcome::diverged);
    EXPECT_TRUE(raw.diverged_at);
  }
  c.whiten = true;
  c.batch_size = 1500;
  c.epochs = 1000;
  const TrainingRecord whitened = learn(c, load_dataset(c));
  EXPECT_NEAR(*whitened.final_loss, 0.2417, 1e-4);
  EXPECT_GE(*whitened.final_loss, 0.2416879550);
}

}  // namespace
}  // namespace sweepmark::host
