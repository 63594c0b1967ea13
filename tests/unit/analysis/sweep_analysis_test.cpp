// Saturation, crossovers, cliffs, dispatch, history: known answers recovered.
#include <gmock/gmock.h>

#include <cmath>

#include "analysis/analysis_json.hpp"
#include "report_samples.hpp"

namespace sweepmark::host {
namespace {

TEST(Saturation, RecoversTheCostPerCallAndTheRateWithinFivePercent) {
  const auto found = find_saturations(block_width_run(2000, 60));
  ASSERT_EQ(found.size(), 1U);
  const Saturation& s = found[0];
  ASSERT_TRUE(s.fit && s.fit->holds);
  EXPECT_NEAR(s.fit->overhead_ns, 2000, 100);
  EXPECT_NEAR(s.fit->rate_gflops, 60, 3);
  EXPECT_LE(s.fit->overhead_interval->low, 2000);
  EXPECT_GE(s.fit->overhead_interval->high, 2000);
  EXPECT_EQ(s.points[s.best].width, 256);
}

TEST(Saturation, TheNarrowestTiedWidthIsWhereItSaturates) {
  // 10 ns a call against 560 us: widths from 4 on cannot be told apart under 3% of noise.
  const auto found = find_saturations(block_width_run(10, 60, 0.03));
  const Saturation& s = found.at(0);
  EXPECT_LT(s.points[s.first_tied].width, 64);
  EXPECT_EQ(s.points.back().fits_in, "L2");
  EXPECT_EQ(s.points.front().calls, 256);
}

TEST(Saturation, AModelThatDoesNotHoldNamesNoCause) {
  RunFile run = block_width_run();
  for (auto& m : run.measurements)
    if (m.tuning.contains("block_width") && as_integer(m.tuning.at("block_width"), "w") == 16) {
      for (double& s : m.samples_ns) s *= 2;
      summarize(m);
    }
  const auto found = find_saturations(run);
  ASSERT_TRUE(found.at(0).fit);
  EXPECT_FALSE(found[0].fit->holds);
  EXPECT_GT(found[0].fit->worst_residual, 0.10);
}

TEST(Saturation, SplitsTheCostOnlyWhereThePartsFit) {
  const auto cheap = find_saturations(block_width_run(500, 60)).at(0);
  EXPECT_FALSE(cheap.fit->remainder_ns);  // reading A again alone would take 3277 ns
  const auto dear = find_saturations(block_width_run(9000, 60)).at(0);
  ASSERT_TRUE(dear.fit->remainder_ns);
  EXPECT_NEAR(*dear.fit->rereading_ns, 262144.0 / 80, 1);
  EXPECT_NEAR(*dear.fit->remainder_ns, dear.fit->overhead_ns - 262144.0 / 80 - 6, 1);
}

TEST(SizeSweep, CrossoverWithItsInterval) {
  const auto sweeps = find_size_sweeps(size_run());
  ASSERT_EQ(sweeps.size(), 1U);
  EXPECT_EQ(sweeps[0].axis, "size");
  ASSERT_EQ(sweeps[0].crossovers.size(), 1U);
  const Crossover& c = sweeps[0].crossovers[0];
  EXPECT_EQ(c.faster_after, "gemm.test.large");
  // 2n^3/10 = 5000 + 2n^3/40 at n = 32.2
  EXPECT_GE(c.first_after, 33);
  EXPECT_LE(c.last_before, 33);
  EXPECT_NEAR(c.at, 32.2, 6);
}

TEST(SizeSweep, CliffAtTheSizeThatFalls) {
  const auto sweeps = find_size_sweeps(size_run());
  ASSERT_EQ(sweeps.at(0).cliffs.size(), 1U);
  EXPECT_EQ(sweeps[0].cliffs[0].size, 512);
  EXPECT_EQ(sweeps[0].cliffs[0].configuration.kernel, "gemm.test.large");
  EXPECT_NEAR(sweeps[0].cliffs[0].drop, 0.5, 0.02);
}

TEST(Dispatch, TiedSetsAndTheLossOfOneDefault) {
  const RunFile run = size_run();
  const auto families = find_dispatch(run, summarize_groups(run));
  ASSERT_EQ(families.size(), 1U);
  const auto& family = families[0];
  EXPECT_EQ(family.entries.size(), 9U);
  EXPECT_EQ(run.measurements[family.entries.front().best].kernel, "gemm.test.small");
  EXPECT_EQ(run.measurements[family.entries.back().best].kernel, "gemm.test.large");
  ASSERT_EQ(family.defaults.size(), 2U);
  EXPECT_NEAR(family.defaults[0].worst, 3.0, 0.1);  // small: a quarter of the rate at worst
  EXPECT_LE(family.defaults[0].worst, family.defaults[1].worst);
}

TEST(TrainingFits, StepCostIsRecovered) {
  const RunFile run = training_run();
  const auto fits = fit_step_costs(run, summarize_training(run));
  ASSERT_EQ(fits.size(), 1U);
  EXPECT_TRUE(fits[0].holds);
  EXPECT_NEAR(fits[0].per_step, 1000e-9, 10e-9);
  EXPECT_NEAR(fits[0].per_example, 20e-9, 1e-9);
  EXPECT_NEAR(*fits[0].break_even, 50, 3);
}

TEST(TrainingFits, CriticalBatchSizeIsRecoveredWithinTwentyPercent) {
  const RunFile run = training_run();
  const auto fits = fit_critical_batches(run, summarize_training(run));
  ASSERT_EQ(fits.size(), 1U);  // the other target has no median
  EXPECT_TRUE(fits[0].holds);
  EXPECT_NEAR(fits[0].b_crit, 30, 6);
  EXPECT_NEAR(fits[0].s_min, 40, 4);
}

TEST(TrainingFits, NoiseScale) {
  RunFile run;
  run.noise = {noise_row(16), noise_row(1)};
  const auto scales = find_noise_scales(run);
  ASSERT_EQ(scales.size(), 1U);
  EXPECT_EQ(scales[0].batch_size, 1);
  EXPECT_NEAR(*scales[0].scale, 2 * 1.99 * 1.99 / 34, 1e-12);
  run.noise[1].gradient = {0, 0};
  EXPECT_FALSE(find_noise_scales(run)[0].scale);
}

TEST(ChangePoints, OneStepInNoise) {
  std::vector<double> values;
  SampleNoise wobble(4, 0.02);
  for (int i = 0; i < 20; ++i) values.push_back((i < 12 ? 0.0 : 0.10) + wobble() - 1);
  EXPECT_THAT(change_points(values, 0.02), testing::ElementsAre(12));
}

TEST(ChangePoints, NoiseAloneAndASpikeAreNone) {
  int false_alarms = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    std::vector<double> values;
    SampleNoise wobble(seed * 13, 0.04);
    for (int i = 0; i < 30; ++i) values.push_back(wobble());
    false_alarms += change_points(values, 0.02).empty() ? 0 : 1;
  }
  EXPECT_LE(false_alarms, 2);
  EXPECT_TRUE(change_points({0, 0.001, 0.002, 0.04, 0.001, 0, 0.002}, 0.02).empty());
  EXPECT_TRUE(change_points({0, 1, 2}, 0.02).empty());
}

TEST(Histories, MachinesAreKeptApartAndRunsSorted) {
  std::vector<RunFile> runs;
  for (int i = 7; i >= 0; --i) {
    RunFile run = block_width_run(2000, i < 4 ? 60 : 50, 0.005);
    run.header.started = "2026-08-1" + std::to_string(i);
    run.path = std::to_string(i);
    if (i == 0) run.header.environment.host = "another";
    runs.push_back(run);
  }
  const auto histories = find_histories(runs, "gemm.blas.column_block");
  ASSERT_EQ(histories.size(), 10U);  // five widths on two machines
  for (const auto& h : histories) {
    if (h.machine.starts_with("another")) {
      EXPECT_EQ(h.points.size(), 1U);
      continue;
    }
    ASSERT_EQ(h.points.size(), 7U);
    EXPECT_EQ(h.points.front().started, "2026-08-11");
    EXPECT_EQ(h.points.front().to_first, 1);
    EXPECT_EQ(h.points.back().to_last, 1);
    if (h.id.find("block_width:256") != std::string::npos) {
      EXPECT_TRUE(h.points[3].change);
      EXPECT_NEAR(h.points.back().to_first, 1.2, 0.02);
    }
  }
}

TEST(AnalysisJson, StrictAndComplete) {
  RunFile run = block_width_run();
  run.noise = {noise_row(1)};
  const Json json = Json::parse(to_line(to_json(analyze(run), run)));
  EXPECT_EQ(json["saturation"][0]["best"], 256);
  EXPECT_TRUE(json["saturation"][0]["fit"]["holds"].get<bool>());
  EXPECT_EQ(json["groups"][0]["rows"].size(), 9U);
  EXPECT_EQ(json["groups"][0]["rows"][0]["roofline"]["side"], "compute");
  EXPECT_EQ(json["noise_scale"].size(), 1U);
}

}  // namespace
}  // namespace sweepmark::host
