// Softmax regression on the digits: each published figure within 4 deviations of 20 seeds.
#include <gmock/gmock.h>

#include "plugin_tables.hpp"
#include "shared_data.hpp"
#include "statistics.hpp"
#include "training/training_run.hpp"

namespace sweepmark::host {
namespace {

using namespace training_test;

struct Published {
  std::int64_t batch_size, steps;
  double loss, accuracy;
};

class DigitsPlan : public testing::TestWithParam<Published> {};

TEST_P(DigitsPlan, PublishedFiguresLieAmongOurs) {
  SKIP_WITHOUT_SHARED("digits.csv.gz");
  const Published& p = GetParam();
  std::vector<double> losses, accuracies;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    TrainingCase c =
        named_case("digits", shared_file("digits.csv.gz"), Model::softmax, 0.1, p.batch_size);
    c.dtype = Dtype::f32;
    c.epochs = 10;
    c.evaluate_every = 12000;
    c.seed = seed;
    TrainingRun run(c, load_dataset(c), batched, sgd);
    run.learn();
    const auto r = run.record(std::nullopt);
    EXPECT_EQ(r.steps, p.steps);
    EXPECT_EQ(r.examples, 12000);
    losses.push_back(*r.final_loss);
    accuracies.push_back(*r.accuracy);
  }
  EXPECT_NEAR(mean_of(losses), p.loss, 4 * deviation_of(losses));
  EXPECT_NEAR(mean_of(accuracies), p.accuracy, 4 * deviation_of(accuracies));
}

INSTANTIATE_TEST_SUITE_P(Plan, DigitsPlan,
                         testing::Values(Published{1200, 10, 2.114, 0.377},
                                         Published{32, 380, 0.475, 0.930},
                                         Published{1, 12000, 0.077, 0.958}));

}  // namespace
}  // namespace sweepmark::host
