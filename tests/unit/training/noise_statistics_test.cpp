// Gradient noise against theory: deviation within 3%, bias within a few standard errors.
#include <gmock/gmock.h>

#include "plugin_tables.hpp"
#include "shared_data.hpp"
#include "training/gradient_noise.hpp"

namespace sweepmark::host {
namespace {

using namespace training_test;

void expect_theory(const NoiseCase& c, const Dataset& data, double most_errors) {
  const NoiseRecord r = measure_noise(c, data, batched);
  ASSERT_EQ(r.outcome, Outcome::measured);
  EXPECT_NEAR(*r.deviation_sqrt_b / *r.theory_sqrt_b, 1, 0.03) << c.dataset << c.batch_size;
  for (std::size_t p = 0; p < r.bias.size(); ++p)
    EXPECT_LE(std::abs(r.bias[p]), most_errors * r.bias_standard_error[p])
        << c.dataset << " batch " << c.batch_size << " parameter " << p;
}

TEST(NoiseStatistics, Bowl) {
  const Dataset data = load_dataset(named_case("bowl", "", Model::bowl, 0.1, 1));
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    NoiseCase c;
    c.point = {-2.5, 1.5};
    c.seed = seed;
    for (const std::int64_t b : {1, 4, 16, 64}) {
      c.batch_size = b;
      expect_theory(c, data, 4);
    }
    c.batch_size = 10;
    c.batches = 5000;
    expect_theory(c, data, 4);
  }
}

TEST(NoiseStatistics, Airfoil) {
  SKIP_WITHOUT_SHARED("airfoil_self_noise.dat");
  NoiseCase c;
  c.dataset = "airfoil";
  c.data_file = shared_file("airfoil_self_noise.dat");
  c.model = Model::linear;
  const Dataset data = load_dataset(c);
  for (const std::int64_t b : {1, 4, 16, 64, 750}) {
    c.batch_size = b;
    expect_theory(c, data, 5);
  }
}

TEST(NoiseStatistics, DigitsWithColumnsThatNeverVary) {
  SKIP_WITHOUT_SHARED("digits.csv.gz");
  NoiseCase c;
  c.dataset = "digits";
  c.data_file = shared_file("digits.csv.gz");
  c.model = Model::softmax;
  const Dataset data = load_dataset(c);
  for (const std::int64_t b : {1, 16, 64}) {
    c.batch_size = b;
    expect_theory(c, data, 5);
    const NoiseRecord r = measure_noise(c, data, batched);
    for (const std::size_t pixel : {0, 32, 39})
      for (std::size_t k = 0; k < 10; ++k) {
        EXPECT_EQ(r.bias[pixel * 10 + k], 0);
        EXPECT_EQ(r.bias_standard_error[pixel * 10 + k], 0);
      }
  }
}

}  // namespace
}  // namespace sweepmark::host
