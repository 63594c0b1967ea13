// A training case from start to record: curve, targets, ledger, times, verification.
#include "training/training_run.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "base/error.hpp"
#include "plugin_tables.hpp"
#include "shared_data.hpp"
#include "training/evaluation.hpp"

namespace sweepmark::host {
namespace {

using testing::ElementsAre;
using namespace training_test;

TrainingCase synthetic_case() {
  TrainingCase c = named_case("synthetic", "", Model::linear, 0.05, 10);
  c.epochs = 2;
  c.targets = {0.45, 0.25, 0.1};
  return c;
}

EpochTiming timing_of(double epoch, double data, double without_step) {
  EpochTiming t;
  t.samples_ns = std::vector<double>(9, epoch);
  t.rounds = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  t.data_ns = data;
  t.without_step_ns = without_step;
  return t;
}

TEST(TrainingRun, RecordsTheCurveAndTheTargets) {
  const TrainingCase c = synthetic_case();
  TrainingRun run(c, load_dataset(c), batched, sgd);
  run.learn();
  const TrainingRecord r = run.record(timing_of(150e3, 30e3, 100e3));
  EXPECT_EQ(r.outcome, Outcome::measured);
  EXPECT_EQ(r.id, training_id(c));
  EXPECT_EQ(r.steps, 300);
  EXPECT_EQ(r.examples, 3000);
  EXPECT_EQ(r.epochs, 2);
  ASSERT_EQ(r.curve.size(), 16U) << "the start and every 200 of 3000 examples";
  EXPECT_EQ(r.curve[1].examples, 200);
  EXPECT_EQ(r.curve.back().examples, 3000);
  EXPECT_EQ(r.final_loss, r.curve.back().loss);
  EXPECT_LT(*r.final_loss, 0.26);
  EXPECT_EQ(r.accuracy, std::nullopt);
  EXPECT_DOUBLE_EQ(*r.seconds_per_epoch, 150e-6);
  EXPECT_DOUBLE_EQ(*r.seconds_per_step, 1e-6);
  EXPECT_DOUBLE_EQ(*r.examples_per_second, 1e7);
  EXPECT_DOUBLE_EQ(r.seconds_per_step_interval->low, 1e-6);
  EXPECT_DOUBLE_EQ(r.curve.back().seconds, 300e-6);
  ASSERT_EQ(r.time_to_target.size(), 3U);
  ASSERT_TRUE(r.time_to_target[1].steps);
  EXPECT_GE(*r.time_to_target[1].steps, *r.time_to_target[0].steps);
  EXPECT_DOUBLE_EQ(*r.time_to_target[1].seconds,
                   static_cast<double>(*r.time_to_target[1].steps) * 1e-6);
  EXPECT_EQ(r.time_to_target[2].steps, std::nullopt) << "0.1 lies below the floor";
  EXPECT_EQ(r.time_to_target[2].seconds, std::nullopt);
  EXPECT_EQ(r.notes[0], "the data are synthetic");
}

TEST(TrainingRun, TheLedgerAddsUpAndNothingIsNegative) {
  const TrainingCase c = synthetic_case();
  TrainingRun run(c, load_dataset(c), batched, sgd);
  run.learn();
  for (const auto& timing :
       {timing_of(1e3, 300, 600), timing_of(1e12, 3e11, 6e11), timing_of(1e3, 2e3, 100)}) {
    const Ledger l = *run.record(timing).ledger;
    const double wall = l.data + l.gradient + l.step + l.evaluation + l.other;
    EXPECT_GT(wall, 0);
    EXPECT_GE(l.data, 0);
    EXPECT_GE(l.gradient, 0);
    EXPECT_GE(l.step, 0);
    EXPECT_GT(l.evaluation, 0);
    EXPECT_GE(l.other, -1e-12 * wall);
  }
}

TEST(TrainingRun, WithoutTimingTimesAreAbsentNotZero) {
  const TrainingCase c = synthetic_case();
  TrainingRun run(c, load_dataset(c), batched, sgd);
  run.learn();
  const TrainingRecord r = run.record(std::nullopt);
  EXPECT_EQ(r.seconds_per_step, std::nullopt);
  EXPECT_EQ(r.ledger, std::nullopt);
  EXPECT_TRUE(r.time_to_target[0].steps);
  EXPECT_EQ(r.time_to_target[0].seconds, std::nullopt);
}

TEST(TrainingRun, StepsOverrideEpochsAndFractionsRoundUp) {
  TrainingCase c = synthetic_case();
  EXPECT_EQ(total_steps(c, 150), 300);
  c.epochs = 1.0 / 3;
  EXPECT_EQ(total_steps(c, 3), 1);
  c.epochs = 0.5;
  EXPECT_EQ(total_steps(c, 3), 2);
  c.steps = 40;
  EXPECT_EQ(total_steps(c, 3), 40);
  c.steps = 0;
  c.epochs = 0;
  EXPECT_THROW(total_steps(c, 3), Error);
}

TEST(TrainingRun, EveryOptimizerLowersTheLossInBothDtypes) {
  TrainingCase c = synthetic_case();
  c.hyperparameters["learning_rate"] = 0.005;
  for (const Dtype dtype : {Dtype::f32, Dtype::f64})
    for (const swm_optimizer* o : {&rule<Sgd>, &rule<Momentum>, &rule<Nesterov>, &rule<Adagrad>,
                                   &rule<Rmsprop>, &rule<Adam>, &rule<Adamw>}) {
      c.dtype = dtype;
      TrainingRun run(c, load_dataset(c), batched, *o);
      run.learn();
      const auto r = run.record(std::nullopt);
      EXPECT_EQ(r.outcome, Outcome::measured) << o->id;
      EXPECT_LT(*r.final_loss, 0.45) << o->id;
    }
}

TEST(TrainingRun, ScaledLinearRateAndWarmupRun) {
  TrainingCase c = named_case("synthetic", "", Model::softmax, 0.4, 128);
  c.schedule = Schedule::warmup;
  c.warmup_epochs = 2;
  c.epochs = 10;
  TrainingRun run(c, load_dataset(c), batched, sgd);
  run.learn();
  const auto r = run.record(std::nullopt);
  EXPECT_EQ(r.steps, 100);
  EXPECT_GT(*r.accuracy, 0.9);
}

// A kernel that forgets the bias.
class NoBias : public sweepmark::GradientKernel<sweepmark::Batched> {
 public:
  static constexpr sweepmark::Info info{"gradient.test.no_bias", "1", "wrong", SWM_OP_GRADIENT};
  NoBias(const sweepmark::Problem& p, sweepmark::Tuning t, const sweepmark::Operands& io)
      : GradientKernel(p, t, io), last_(static_cast<double*>(io.output().data) + p.features) {}
  void run() {
    GradientKernel::run();
    *last_ = 0;
  }

 private:
  double* last_;
};

TEST(TrainingRun, AWrongGradientIsWrongNotMeasured) {
  TrainingCase c = synthetic_case();
  c.start = {0, 0, 0, 0, 0, 1};
  TrainingRun run(c, load_dataset(c), sweepmark::detail::KernelAdapter<NoBias>::table, sgd);
  run.learn();
  const auto r = run.record(timing_of(1, 1, 1));
  EXPECT_EQ(r.outcome, Outcome::wrong);
  EXPECT_THAT(*r.reason, testing::HasSubstr("gradient 5 of the first batch is 0"));
  EXPECT_EQ(r.seconds_per_step, std::nullopt);
}

// A kernel that writes into the examples.
class Vandal : public sweepmark::GradientKernel<sweepmark::Batched> {
 public:
  static constexpr sweepmark::Info info{"gradient.test.vandal", "1", "wrong", SWM_OP_GRADIENT};
  Vandal(const sweepmark::Problem& p, sweepmark::Tuning t, const sweepmark::Operands& io)
      : GradientKernel(p, t, io), first_(static_cast<double*>(io.input(0).data)) {}
  void run() {
    GradientKernel::run();
    *first_ += 1e-9;
  }

 private:
  double* first_;
};

TEST(TrainingRun, DataThatAKernelChangedAreNoticed) {
  const TrainingCase c = synthetic_case();
  TrainingRun run(c, load_dataset(c), sweepmark::detail::KernelAdapter<Vandal>::table, sgd);
  run.learn();
  const auto r = run.record(std::nullopt);
  EXPECT_EQ(r.outcome, Outcome::wrong);
  EXPECT_EQ(*r.reason, "the examples X were changed");
}

TEST(TrainingRun, PluginsThatRefuseSaySo) {
  TrainingCase c = synthetic_case();
  c.dtype = Dtype::bf16;
  EXPECT_THROW(TrainingRun(c, load_dataset(c), batched, sgd), PluginFailure);
  c.dtype = Dtype::f32;
  c.batch_size = 1501;
  EXPECT_THROW(TrainingRun(c, load_dataset(c), batched, sgd), PluginFailure);
}

TEST(TrainingRun, TheFloorIsNeverUndercut) {
  SKIP_WITHOUT_SHARED("airfoil_self_noise.dat");
  TrainingCase c =
      named_case("airfoil", shared_file("airfoil_self_noise.dat"), Model::linear, 0.1, 1500);
  c.dtype = Dtype::f32;
  c.epochs = 3000;
  c.evaluate_every = 15000;
  TrainingRun run(c, load_dataset(c), batched, sgd);
  run.learn();
  const auto r = run.record(std::nullopt);
  EXPECT_NEAR(*r.final_loss, 0.241688, 2e-6);
  for (const CurvePoint& p : r.curve) EXPECT_GE(*p.loss, 0.2416879550);
}

}  // namespace
}  // namespace sweepmark::host
