// Descent on the bowl: mean distance from the minimum over 20 seeds against its expectation.
#include <gmock/gmock.h>

#include "plugin_tables.hpp"
#include "statistics.hpp"
#include "training/training_run.hpp"

namespace sweepmark::host {
namespace {

using namespace training_test;

std::vector<double> distances(std::int64_t batch_size, double learning_rate, std::int64_t steps,
                              std::int64_t distance_steps) {
  std::vector<double> all;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    TrainingCase c = named_case("bowl", "", Model::bowl, learning_rate, batch_size);
    c.sampler = Sampler::independent;
    c.steps = steps;
    c.distance_steps = distance_steps;
    c.start = {-2.5, 1.5};
    c.seed = seed;
    TrainingRun run(c, load_dataset(c), batched, sgd);
    run.learn();
    all.push_back(*run.record(std::nullopt).distance);
  }
  return all;
}

void expect_near(const std::vector<double>& found, double expected) {
  EXPECT_NEAR(mean_of(found), expected, 4 * standard_error_of(found))
      << (mean_of(found) - expected) / standard_error_of(found) << " standard errors";
}

TEST(BowlStatistics, FortySteps) {
  const auto whole = distances(1000, 0.1, 40, 10);
  EXPECT_NEAR(mean_of(whole), 0.00129, 0.000005) << "no noise: exact";
  EXPECT_LT(deviation_of(whole), 1e-12);
  expect_near(distances(10, 0.1, 40, 10), 0.130);
  expect_near(distances(1, 0.1, 40, 10), 0.409);
}

TEST(BowlStatistics, TremorOverTheSecondHalf) {
  expect_near(distances(1, 0.1, 2000, 1000), 0.417);
  expect_near(distances(1, 0.02, 2000, 1000), 0.179);
  expect_near(distances(16, 0.1, 2000, 1000), 0.105);
}

}  // namespace
}  // namespace sweepmark::host
