#include <gtest/gtest.h>

#include "ops/operation.hpp"
#include "worker/ceilings.hpp"
#include "worker/prediction.hpp"
#include "worker/rounds.hpp"

namespace sweepmark::host {
namespace {

std::vector<double> around(double middle, double spread, int n) {
  std::vector<double> samples;
  for (int i = 0; i < n; ++i) samples.push_back(middle + spread * ((i % 5) - 2));
  return samples;
}

TEST(StopRule, NeedsSamplesTimeAndANarrowInterval) {
  const StopRule rule;
  EXPECT_EQ(stop_reason(around(100, 0.1, 40), 0.5, 10, rule), StoppedBy::interval);
  EXPECT_EQ(stop_reason(around(100, 0.1, 19), 0.5, 10, rule), std::nullopt);
  EXPECT_EQ(stop_reason(around(100, 0.1, 40), 0.2, 10, rule), std::nullopt);
  EXPECT_EQ(stop_reason(around(100, 20, 40), 0.5, 10, rule), std::nullopt);
  EXPECT_EQ(stop_reason(around(100, 20, 40), 10, 10, rule), StoppedBy::budget);
}

Measurement row(double gflops) {
  Case c;
  c.kernel = "gemm.x.y";
  c.problem.m = c.problem.n = c.problem.k = 64;
  Measurement m = begin_measurement(c);
  m.outcome = Outcome::measured;
  m.flops = nominal_flops(c.problem);
  m.bytes = nominal_bytes(c.problem);
  m.samples_ns = std::vector<double>(8, *m.flops / gflops);
  summarize(m);
  return m;
}

TEST(Ceilings, HonestSuspiciousImpossible) {
  Measurement honest = row(95), suspicious = row(105), impossible = row(120);
  for (auto* m : {&honest, &suspicious, &impossible})
    judge_by_ceilings(*m, {100, 100}, std::nullopt, {});
  EXPECT_DOUBLE_EQ(*honest.roofline_fraction, 0.95);
  EXPECT_TRUE(honest.notes.empty());
  EXPECT_EQ(suspicious.outcome, Outcome::measured);
  EXPECT_EQ(suspicious.notes.size(), 1U);
  EXPECT_EQ(impossible.outcome, Outcome::wrong);
  EXPECT_NE(impossible.reason->find("faster than the machine"), std::string::npos);
}

TEST(Ceilings, WithoutAYardstickNothingIsSaid) {
  Measurement m = row(120);
  judge_by_ceilings(m, {}, std::nullopt, {});
  EXPECT_FALSE(m.roofline_fraction);
  EXPECT_EQ(m.outcome, Outcome::measured);
}

TEST(Ceilings, BandwidthLimitsWhatHasLittleWork) {
  Environment machine;
  machine.caches = {{1, "data", 48 << 10, 1}};
  Ceilings ceilings;
  ceilings.gbytes_per_second = {{"L1", 300}, {"DRAM", 10}};
  Measurement m = row(1);
  // 2n^3 over 3n^2 floats is n / 6 flops a byte; 48 KiB of operands lie in L1.
  EXPECT_DOUBLE_EQ(roofline_gflops(m, 1e6, ceilings, machine), 64.0 / 6 * 300);
  m.cache = CacheMode::cold;
  EXPECT_DOUBLE_EQ(roofline_gflops(m, 1e6, ceilings, machine), 64.0 / 6 * 10);
}

TEST(Prediction, FromTheNextSmallerSize) {
  Prediction prediction;
  prediction.learn(row(10));
  Case bigger;
  bigger.kernel = "gemm.x.y";
  bigger.problem.m = bigger.problem.n = bigger.problem.k = 128;
  EXPECT_DOUBLE_EQ(*prediction.call_ns(bigger), 2.0 * 128 * 128 * 128 / 10);
  bigger.problem.threads = 2;
  EXPECT_FALSE(prediction.call_ns(bigger));
}

}  // namespace
}  // namespace sweepmark::host
