// Eight real images in one batch against eight single gradients, averaged.
#include <gmock/gmock.h>

#include <cmath>
#include <numeric>

#include "plugin_tables.hpp"
#include "shared_data.hpp"
#include "training/evaluation.hpp"
#include "training/training_loop.hpp"

namespace sweepmark::host {
namespace {

using namespace training_test;

std::vector<double> gradient(const Dataset& data, const swm_kernel& kernel,
                             const std::vector<std::int32_t>& rows) {
  LoopSettings s;
  s.batch_size = static_cast<std::int64_t>(rows.size());
  s.start = start_parameters(data, {}, 1);
  TrainingLoop loop(data, Dtype::f32, kernel, sgd, s);
  return loop.gradient_of(rows);
}

TEST(DigitsGradient, OneBatchOfEightIsEightSinglesAveraged) {
  SKIP_WITHOUT_SHARED("digits.csv.gz");
  const Dataset data =
      load_dataset(named_case("digits", shared_file("digits.csv.gz"), Model::softmax, 0.1, 8));
  for (std::int32_t first = 0; first < 1200; first += 120) {
    std::vector<std::int32_t> rows(8);
    std::iota(rows.begin(), rows.end(), first);
    std::vector<double> mean(650);
    for (const std::int32_t row : rows) {
      const auto single = gradient(data, per_example, {row});
      for (std::size_t p = 0; p < mean.size(); ++p) mean[p] += single[p] / 8;
    }
    double largest = 0;
    const auto whole = gradient(data, batched, rows);
    for (std::size_t p = 0; p < mean.size(); ++p)
      largest = std::max(largest, std::fabs(whole[p] - mean[p]));
    EXPECT_LT(largest, 5e-8);
    EXPECT_GT(largest, 0) << "they are not the same computation";
  }
}

}  // namespace
}  // namespace sweepmark::host
