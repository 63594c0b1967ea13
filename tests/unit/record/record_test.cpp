#include <gtest/gtest.h>

#include <limits>

#include "record/json.hpp"

namespace sweepmark::host {
namespace {

Case some_case() {
  Case c;
  c.kernel = "gemm.cpu.tiled";
  c.plugin = "/x/gemm_cpu.swm.so";
  c.problem.m = 3, c.problem.n = 4, c.problem.k = 5;
  c.problem.dtype = Dtype::f64;
  c.tuning["tile"] = std::int64_t{16};
  c.cache = CacheMode::cold;
  c.seed = 7;
  return c;
}

TEST(CaseId, NamesEverythingThatMatters) {
  EXPECT_EQ(case_id(some_case()),
            "gemm.cpu.tiled/m:3/n:4/k:5/dtype:f64/threads:1/tile:16/cache:cold");
  EXPECT_EQ(case_group(some_case()), "gemm/m:3/n:4/k:5/dtype:f64/threads:1/cache:cold");
  Case other = some_case();
  other.seed = 8;
  EXPECT_NE(case_hash(some_case()), case_hash(other));
  EXPECT_EQ(case_id(some_case()), case_id(other));
}

TEST(Json, CaseComesBackEqual) {
  const Case c = some_case();
  const Case back = case_from_json(Json::parse(to_line(to_json(c))));
  EXPECT_EQ(case_id(back), case_id(c));
  EXPECT_EQ(back.problem, c.problem);
  EXPECT_EQ(back.plugin, c.plugin);
  EXPECT_EQ(back.seed, c.seed);
}

TEST(Json, MeasurementComesBackAndNotFiniteBecomesNull) {
  Measurement m = begin_measurement(some_case());
  m.outcome = Outcome::measured;
  m.samples_ns = {10, 11, 9, 10, 10, 12};
  m.rounds = {0, 1, 2, 3, 4, 5};
  m.flops = 120;
  m.bound_error = std::numeric_limits<double>::infinity();
  m.stopped_by = StoppedBy::interval;
  summarize(m);
  const auto line = to_line(to_json(m));
  EXPECT_EQ(line.find("inf"), std::string::npos);
  const auto back = measurement_from_json(Json::parse(line));
  EXPECT_EQ(back.median_ns, 10);
  EXPECT_EQ(back.gflops, 12);
  EXPECT_EQ(back.interval_ns->low, 9);
  EXPECT_FALSE(back.bound_error);
  EXPECT_EQ(back.rounds, m.rounds);
  EXPECT_EQ(back.hash, m.hash);
}

TEST(Summarize, NoWorkHasNoRate) {
  Measurement m = begin_measurement(some_case());
  m.samples_ns = {5};
  m.flops = 0;
  summarize(m);
  EXPECT_EQ(m.median_ns, 5);
  EXPECT_FALSE(m.gflops);
  EXPECT_FALSE(m.interval_ns);
}

TEST(Json, AFieldOfAnotherTypeIsNamed) {
  try {
    run_end_from_json(Json::parse(R"({"complete": "yes"})"));
    FAIL();
  } catch (const std::exception& problem) {
    EXPECT_NE(std::string(problem.what()).find("'complete'"), std::string::npos);
  }
}

TEST(Json, TrainingRecordComesBackEqual) {
  TrainingRecord t;
  t.training.dataset = "airfoil";
  t.training.gradient = "gradient.cpu.batched";
  t.training.optimizer = "optimizer.sgd";
  t.training.hyperparameters["learning_rate"] = 0.5;
  t.training.sampler = Sampler::with_replacement;
  t.id = training_id(t.training);
  t.hash = training_hash(t.training);
  t.outcome = Outcome::diverged;
  t.diverged_at = 44;
  t.curve = {{0, 0, 0.5}, {200, 1e-5, std::nullopt}};
  t.time_to_target = {{0.25, std::nullopt, std::nullopt}};
  const auto back = training_record_from_json(Json::parse(to_line(to_json(t))));
  EXPECT_EQ(training_id(back.training), t.id);
  EXPECT_EQ(training_hash(back.training), t.hash);
  EXPECT_EQ(back.diverged_at, 44);
  EXPECT_FALSE(back.curve[1].loss);
  EXPECT_FALSE(back.time_to_target[0].steps);
}

}  // namespace
}  // namespace sweepmark::host
