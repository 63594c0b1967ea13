#include "analysis/training_summary.hpp"

#include <gtest/gtest.h>

#include "report_samples.hpp"

namespace sweepmark::host {
namespace {

TEST(TrainingSummary, MedianAndWorstOverSeeds) {
  const RunFile run = training_run();
  const auto groups = summarize_training(run);
  ASSERT_EQ(groups.size(), 5U);
  EXPECT_EQ(groups[0].measured, 5U);
  EXPECT_NEAR(*groups[0].median_loss, 0.246, 1e-12);
  EXPECT_NEAR(*groups[0].worst_loss, 0.248, 1e-12);
}

TEST(TrainingSummary, TimeToTargetIsStepsTimesSecondsPerStepAndMissesAreCensored) {
  const auto groups = summarize_training(training_run());
  const auto& ten = groups[2];
  ASSERT_EQ(ten.targets.size(), 2U);
  EXPECT_EQ(ten.targets[0].missed, 0U);
  EXPECT_EQ(*ten.targets[0].median_steps, 160);
  EXPECT_NEAR(*ten.targets[0].seconds, 160 * 1200e-9, 1e-12);
  // three of five seeds missed: the median seed never arrived
  EXPECT_EQ(ten.targets[1].missed, 3U);
  EXPECT_EQ(ten.targets[1].seeds, 5U);
  EXPECT_FALSE(ten.targets[1].seconds);
}

TEST(TrainingSummary, DivergedSeedsAreListedNotAveraged) {
  RunFile run = training_run(3);
  run.training[1].outcome = Outcome::diverged;
  run.training[1].diverged_at = 88;
  run.training[1].final_loss.reset();
  run.training[1].time_to_target.clear();
  const auto groups = summarize_training(run);
  EXPECT_EQ(groups[0].measured, 2U);
  ASSERT_EQ(groups[0].diverged.size(), 1U);
  EXPECT_EQ(groups[0].diverged[0].second, 88);
  EXPECT_NEAR(*groups[0].median_loss, 0.245, 1e-12);
  EXPECT_EQ(groups[0].targets[0].missed, 1U);
  EXPECT_EQ(groups[0].targets[0].seeds, 3U);
}

}  // namespace
}  // namespace sweepmark::host
