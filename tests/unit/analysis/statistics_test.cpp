// Tests and intervals against published values.
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/least_squares.hpp"
#include "analysis/mann_whitney.hpp"
#include "analysis/ratio.hpp"
#include "analysis/sample_shape.hpp"
#include "analysis/verdict.hpp"
#include "report_samples.hpp"

namespace sweepmark::host {
namespace {

TEST(MannWhitney, SmallestPossiblePOfSmallSamples) {
  // Case 55: 3 against 3 gives 0.1, 4 against 4 0.02857, 5 against 5 0.0079.
  EXPECT_NEAR(mann_whitney({1, 2, 3}, {4, 5, 6}).p, 0.1, 1e-12);
  EXPECT_NEAR(mann_whitney({1, 2, 3}, {4, 5, 6}).smallest_p, 0.1, 1e-12);
  EXPECT_NEAR(mann_whitney({1, 2, 3, 4}, {5, 6, 7, 8}).p, 0.0285714, 1e-6);
  EXPECT_NEAR(mann_whitney({9, 8, 7, 6, 5}, {1, 2, 3, 4, 0}).p, 0.0079365, 1e-6);
}

TEST(MannWhitney, ExactAgreesWithCountingByHand) {
  // a = 1, 3; b = 2, 4, 5: U = 1 pair with a > b; P(U <= 1) = 2/10.
  const auto result = mann_whitney({1, 3}, {2, 4, 5});
  EXPECT_TRUE(result.exact);
  EXPECT_NEAR(result.p, 0.4, 1e-12);
}

TEST(MannWhitney, NormalApproximationAndTies) {
  std::vector<double> a, b;
  for (int i = 0; i < 40; ++i) {
    a.push_back(i);
    b.push_back(i + 0.5);
  }
  const auto result = mann_whitney(a, b);
  EXPECT_FALSE(result.exact);
  EXPECT_GT(result.p, 0.8);
  EXPECT_EQ(mann_whitney({1, 1, 1}, {1, 1, 1}).p, 1);
}

TEST(PairedRatio, UsesTheSameRoundAndCancelsWhatTheyShare) {
  std::vector<double> a, b;
  std::vector<std::int64_t> rounds;
  for (int i = 0; i < 20; ++i) {
    const double clock = 1 + 0.5 * (i % 5);  // a drift both see
    a.push_back(100 * clock);
    b.push_back(110 * clock * (1 + 0.001 * (i % 3)));
    rounds.push_back(i);
  }
  const auto ratio = paired_ratio({a, rounds}, {b, rounds}, 0.95);
  ASSERT_TRUE(ratio && ratio->interval);
  EXPECT_EQ(ratio->pairs, 20U);
  EXPECT_NEAR(ratio->value, 1.101, 0.001);
  EXPECT_GE(ratio->interval->low, 1.0999);
  EXPECT_LE(ratio->interval->high, 1.1023);
  std::vector<std::int64_t> others(rounds.size(), -1);
  EXPECT_FALSE(paired_ratio({a, rounds}, {b, others}, 0.95));
}

TEST(Ratios, SwappingInvertsValueAndInterval) {
  SampleNoise wobble(3, 0.1);
  std::vector<double> a, b;
  for (int i = 0; i < 30; ++i) {
    a.push_back(100 * wobble());
    b.push_back(120 * wobble());
  }
  const auto forward = unpaired_ratio(a, b, 0.95), back = unpaired_ratio(b, a, 0.95);
  ASSERT_TRUE(forward->interval && back->interval);
  EXPECT_NEAR(forward->value * back->value, 1, 1e-12);
  EXPECT_NEAR(forward->interval->low * back->interval->high, 1, 1e-12);
  EXPECT_NEAR(forward->interval->high * back->interval->low, 1, 1e-12);
}

TEST(Ratios, UnderSixSamplesGiveNoInterval) {
  EXPECT_FALSE(unpaired_ratio({1, 2, 3, 4, 5}, {1, 2, 3, 4, 5, 6}, 0.95)->interval);
  EXPECT_FALSE(unpaired_ratio({0, 0, 0}, {1, 1, 1}, 0.95));
}

TEST(VerdictOf, FourAnswersAndTheirMirror) {
  EXPECT_EQ(verdict_of(Interval{0.90, 0.95}, 0.02), Verdict::faster);
  EXPECT_EQ(verdict_of(Interval{1.05, 1.10}, 0.02), Verdict::slower);
  EXPECT_EQ(verdict_of(Interval{0.99, 1.01}, 0.02), Verdict::equivalent);
  EXPECT_EQ(verdict_of(Interval{0.99, 1.05}, 0.02), Verdict::inconclusive);
  EXPECT_EQ(verdict_of(std::nullopt, 0.02), Verdict::inconclusive);
  for (double low = 0.9; low < 1.1; low += 0.013)
    for (double high = low; high < 1.15; high += 0.011) {
      const auto there = verdict_of(Interval{low, high}, 0.03);
      const auto back = verdict_of(Interval{1 / high, 1 / low}, 0.03);
      const Verdict mirrored = there == Verdict::faster   ? Verdict::slower
                               : there == Verdict::slower ? Verdict::faster
                                                          : there;
      EXPECT_EQ(back, mirrored);
    }
}

TEST(SampleShape, Drift) {
  std::vector<double> samples;
  SampleNoise wobble(9, 0.02);
  for (int i = 0; i < 30; ++i) samples.push_back((100 + 0.5 * i) * wobble());
  ASSERT_TRUE(drift(samples));
  EXPECT_NEAR(*drift(samples), 0.1, 0.02);
}

TEST(SampleShape, TwoModes) {
  // Case 18: 2000 samples of 1 us, then 500 of 20 us.
  std::vector<double> samples;
  SampleNoise wobble(7, 0.02);
  for (int i = 0; i < 2500; ++i) samples.push_back((i < 2000 ? 1000 : 20000) * wobble());
  const auto modes = two_modes(samples);
  ASSERT_TRUE(modes);
  EXPECT_NEAR(modes->low_ns, 1000, 20);
  EXPECT_NEAR(modes->high_ns, 20000, 400);
  EXPECT_NEAR(modes->high_share, 0.2, 1e-9);
}

TEST(SampleShape, PlainNoiseIsNeither) {
  int false_alarms = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    std::vector<double> samples;
    SampleNoise wobble(seed * 977, 0.2);
    for (int i = 0; i < 30; ++i) samples.push_back(100 * (wobble() + wobble() + wobble()) / 3);
    false_alarms += two_modes(samples).has_value() + drift(samples).has_value();
  }
  EXPECT_LE(false_alarms, 4);
}

TEST(FitLine, RecoversALineAndItsRatio) {
  std::vector<double> x, y;
  SampleNoise wobble(5, 0.02);
  for (const double v : {1.0, 4.0, 16.0, 64.0, 256.0}) {
    x.push_back(v);
    y.push_back((300 + 7 * v) * wobble());
  }
  const auto fit = fit_line(x, y);
  ASSERT_TRUE(fit && fit->ratio_interval);
  EXPECT_NEAR(fit->intercept, 300, 9);
  EXPECT_NEAR(fit->slope, 7, 0.3);
  EXPECT_LT(fit->worst_residual, 0.02);
  EXPECT_LE(fit->ratio_interval->low, 7.0 / 300);
  EXPECT_GE(fit->ratio_interval->high, 7.0 / 300);
  EXPECT_FALSE(fit_line({1, 1}, {2, 3}));
  EXPECT_FALSE(fit_line({1, 2}, {0, 3}));
}

}  // namespace
}  // namespace sweepmark::host
