// The airfoil race: final losses over seeds between the floor and what it promises.
#include <gmock/gmock.h>

#include "base/statistics.hpp"
#include "plugin_tables.hpp"
#include "shared_data.hpp"
#include "training/training_run.hpp"

namespace sweepmark::host {
namespace {

using namespace training_test;

struct Race {
  double learning_rate;
  std::int64_t batch_size;
  double epochs, bound;
};

class AirfoilRace : public testing::TestWithParam<Race> {};

TEST_P(AirfoilRace, EndsBetweenTheFloorAndItsPromise) {
  SKIP_WITHOUT_SHARED("airfoil_self_noise.dat");
  const Race& race = GetParam();
  for (const Dtype dtype : {Dtype::f32, Dtype::f64}) {
    std::vector<double> losses;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      TrainingCase c = named_case("airfoil", shared_file("airfoil_self_noise.dat"), Model::linear,
                                  race.learning_rate, race.batch_size);
      c.dtype = dtype;
      c.epochs = race.epochs;
      c.seed = seed;
      TrainingRun run(c, load_dataset(c), batched, sgd);
      run.learn();
      const auto r = run.record(std::nullopt);
      ASSERT_EQ(r.outcome, Outcome::measured);
      losses.push_back(*r.final_loss);
      for (const CurvePoint& p : r.curve) EXPECT_GE(*p.loss, 0.2416879550);
      EXPECT_LT(losses.back(), 0.30);
    }
    EXPECT_LE(median(losses), race.bound);
    RecordProperty("median_loss", std::to_string(median(losses)));
  }
}

INSTANTIATE_TEST_SUITE_P(Plan, AirfoilRace,
                         testing::Values(Race{1, 1500, 10, 0.255}, Race{0.005, 1, 2, 0.250},
                                         Race{0.4, 100, 2, 0.250}, Race{0.05, 10, 2, 0.250}));

}  // namespace
}  // namespace sweepmark::host
