// Noise on small data where the answer is known, and where it must be exactly zero.
#include "training/gradient_noise.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "base/error.hpp"
#include "plugin_tables.hpp"

namespace sweepmark::host {
namespace {

using namespace training_test;

Dataset bowl() { return load_dataset(named_case("bowl", "", Model::bowl, 0.1, 1)); }

TEST(GradientNoise, TheBowlsTheoryIsTwiceItsSpread) {
  NoiseCase c;
  c.batch_size = 16;
  c.batches = 100;
  const Dataset data = bowl();
  const NoiseRecord r = measure_noise(c, data, batched);
  EXPECT_EQ(r.outcome, Outcome::measured);
  double squares = 0;
  for (const double x : data.train.x) squares += x * x;
  const double s = std::sqrt(squares / 2000);
  EXPECT_NEAR(*r.theory_sqrt_b, 2 * s * std::sqrt(984.0 / 999), 1e-12);
  ASSERT_EQ(r.gradient.size(), 2U);
  EXPECT_NEAR(r.gradient[0], -5, 1e-12);
  EXPECT_NEAR(r.gradient[1], 3, 1e-12);
}

TEST(GradientNoise, TheBatchOfAllHasNone) {
  for (const swm_kernel* kernel : {&batched, &per_example}) {
    NoiseCase c;
    c.batch_size = 1000;
    c.batches = 20;
    const NoiseRecord r = measure_noise(c, bowl(), *kernel);
    EXPECT_EQ(*r.theory_sqrt_b, 0);
    EXPECT_EQ(*r.deviation, 0);
    for (std::size_t p = 0; p < 2; ++p) {
      EXPECT_EQ(r.bias[p], 0);
      EXPECT_EQ(r.bias_standard_error[p], 0);
    }
  }
}

TEST(GradientNoise, ConstantFeaturesHaveExactlyNoBias) {
  NoiseCase c;
  c.model = Model::linear;
  c.batch_size = 3;
  c.batches = 500;
  Dataset data = line_data({0, 0, 0, 0, 0, 0, 0, 0}, {1, 2, 3, 4, 5, 6, 7, 9});
  const NoiseRecord r = measure_noise(c, data, batched);
  EXPECT_EQ(r.bias[0], 0);
  EXPECT_EQ(r.bias_standard_error[0], 0);
  EXPECT_GT(r.bias_standard_error[1], 0);
}

TEST(GradientNoise, BadCasesAreNamed) {
  NoiseCase c;
  c.batch_size = 1001;
  const NoiseRecord r = measure_noise(c, bowl(), batched);
  EXPECT_EQ(r.outcome, Outcome::unsupported);
  EXPECT_EQ(*r.reason, "batch_size 1001 is larger than the 1000 examples");
  c.batch_size = 0;
  EXPECT_THROW(measure_noise(c, bowl(), batched), Error);
  c.batch_size = 1;
  c.batches = 1;
  EXPECT_THROW(measure_noise(c, bowl(), batched), Error);
}

}  // namespace
}  // namespace sweepmark::host
