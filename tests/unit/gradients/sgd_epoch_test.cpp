// The fused epoch: the same order and the same updates as its definition, written out here.
#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>

#include "gradient_fixture.hpp"

namespace gradient_test {
namespace {

using sweepmark::detail::KernelAdapter;
const swm_kernel& fused = KernelAdapter<sweepmark::SgdEpochFused>::table;
const swm_kernel& per_example = KernelAdapter<sweepmark::GradientPerExample>::table;

TEST(ShuffleRows, IsAPermutationFixedByTheSeed) {
  std::vector<std::int32_t> a(1500), b;
  std::iota(a.begin(), a.end(), 0);
  b = a;
  sweepmark::kernels::shuffle_rows(a.data(), 1500, 3);
  sweepmark::kernels::shuffle_rows(b.data(), 1500, 3);
  EXPECT_EQ(a, b);
  EXPECT_FALSE(std::is_sorted(a.begin(), a.end()));
  std::sort(a.begin(), a.end());
  for (std::int32_t i = 0; i < 1500; ++i) ASSERT_EQ(a[static_cast<std::size_t>(i)], i);
}

TEST(ShuffleRows, EnginesStartAsTheStandardSays) {
  std::mt19937 g32(0);
  EXPECT_EQ(g32(), 2357136044U);
  EXPECT_EQ(g32(), 2546248239U);
  EXPECT_EQ(g32(), 3071714933U);
  std::mt19937 standard32;
  standard32.discard(9999);
  EXPECT_EQ(standard32(), 4123659995U);
  std::mt19937_64 standard64;
  standard64.discard(9999);
  EXPECT_EQ(standard64(), 9981545732273789042U);
}

template <class T>
void expect_epoch(swm_model model, std::int64_t features, std::int64_t outputs, std::int64_t batch,
                  double tolerance) {
  Data<T> data(model, 23, features, outputs);
  std::vector<std::int32_t> order(23);
  std::iota(order.begin(), order.end(), 0);
  const auto result = run_kernel(fused, data, order, batch, 0.05, 11);
  sweepmark::kernels::shuffle_rows(order.data(), 23, 11);
  for (std::int64_t first = 0; first < 23; first += batch) {
    const auto count = std::min<std::int64_t>(batch, 23 - first);
    const std::vector<std::int32_t> rows(order.begin() + first, order.begin() + first + count);
    const auto grads = run_kernel(per_example, data, rows, count);
    for (std::size_t p = 0; p < grads.size(); ++p)
      data.params[p] -= static_cast<T>(0.05) * grads[p];
  }
  for (std::size_t p = 0; p < result.size(); ++p)
    EXPECT_NEAR(result[p], data.params[p], tolerance) << "batch " << batch << " parameter " << p;
}

TEST(SgdEpochFused, FollowsItsDefinition) {
  for (const std::int64_t batch : {1, 4, 10, 23, 40}) {
    expect_epoch<double>(SWM_LINEAR, 5, 1, batch, 1e-13);
    expect_epoch<float>(SWM_LINEAR, 5, 1, batch, 1e-5);
    expect_epoch<double>(SWM_LINEAR, 12, 1, batch, 1e-13);
    expect_epoch<double>(SWM_SOFTMAX, 4, 3, batch, 1e-13);
    expect_epoch<double>(SWM_BOWL, 2, 1, batch, 1e-13);
  }
}

}  // namespace
}  // namespace gradient_test
