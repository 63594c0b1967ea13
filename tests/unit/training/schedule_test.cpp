// Learning rate schedules at their corners.
#include "training/schedule.hpp"

#include <gtest/gtest.h>

namespace sweepmark::host {
namespace {

TEST(Schedule, Constant) {
  const LearningRateSchedule s(Schedule::constant, 100, 0);
  EXPECT_TRUE(s.is_constant());
  EXPECT_EQ(s.factor(1), 1);
  EXPECT_EQ(s.factor(1000), 1);
}

TEST(Schedule, WarmupRisesLinearlyToOne) {
  const LearningRateSchedule s(Schedule::warmup, 100, 4);
  EXPECT_FALSE(s.is_constant());
  EXPECT_EQ(s.factor(1), 0.25);
  EXPECT_EQ(s.factor(4), 1);
  EXPECT_EQ(s.factor(5), 1);
  EXPECT_EQ(s.factor(100), 1);
}

TEST(Schedule, StepFallsAtHalfAndThreeQuarters) {
  const LearningRateSchedule s(Schedule::step, 8, 0);
  EXPECT_EQ(s.factor(4), 1);
  EXPECT_EQ(s.factor(5), 0.1);
  EXPECT_EQ(s.factor(6), 0.1);
  EXPECT_EQ(s.factor(7), 0.01);
  EXPECT_EQ(s.factor(99), 0.01);
}

TEST(Schedule, CosineFallsFromOneTowardsZeroAfterTheWarmup) {
  const LearningRateSchedule s(Schedule::cosine, 12, 2);
  EXPECT_EQ(s.factor(1), 0.5);
  EXPECT_EQ(s.factor(3), 1);
  EXPECT_NEAR(s.factor(8), 0.5, 1e-15);
  EXPECT_NEAR(s.factor(13), 0, 1e-15);
}

}  // namespace
}  // namespace sweepmark::host
