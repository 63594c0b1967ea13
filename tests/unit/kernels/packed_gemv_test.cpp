// y = A * x against a double-precision reference.
#include "kernels/cpu/packed_gemv.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/cpu/simd_target.hpp"

namespace sweepmark::kernels {
namespace {

template <class T>
void expect_gemv(std::int64_t m, std::int64_t k, std::int64_t pad, int threads = 1) {
  const std::int64_t lda = k + pad;
  const std::int64_t size = m > 0 ? (m - 1) * lda + k : 0;
  std::vector<T> a(static_cast<std::size_t>(size)), x(static_cast<std::size_t>(k));
  std::vector<T> y(static_cast<std::size_t>(m), std::numeric_limits<T>::quiet_NaN());
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<T>((i * 7919) % 201) / T(100) - 1;
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<T>((i * 31) % 101) / T(50) - 1;
  packed_gemv<T>(m, k, a.data(), lda, x.data(), y.data(), threads);
  for (std::int64_t i = 0; i < m; ++i) {
    double sum = 0, magnitude = 0;
    for (std::int64_t p = 0; p < k; ++p) {
      const double term = static_cast<double>(a[static_cast<std::size_t>(i * lda + p)]) *
                          static_cast<double>(x[static_cast<std::size_t>(p)]);
      sum += term;
      magnitude += std::abs(term);
    }
    const double bound =
        2 * std::numeric_limits<T>::epsilon() * static_cast<double>(k + 1) * magnitude;
    ASSERT_NEAR(static_cast<double>(y[static_cast<std::size_t>(i)]), sum, bound)
        << simd_target_name() << " m " << m << " k " << k << " row " << i;
  }
}

template <class T>
class PackedGemvTest : public testing::Test {};
using ElementTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(PackedGemvTest, ElementTypes);

TYPED_TEST(PackedGemvTest, SmallSizesOnEveryTarget) {
  for (const std::string& name : simd_targets()) {
    ASSERT_TRUE(force_simd_target(name));
    for (std::int64_t m = 0; m <= 20; ++m) {
      for (const std::int64_t k : {0, 1, 2, 7, 15, 16, 17, 31, 64, 97, 130}) {
        expect_gemv<TypeParam>(m, k, m % 3);
      }
    }
    expect_gemv<TypeParam>(131, 5003, 1);
  }
  force_simd_target("");
}

TYPED_TEST(PackedGemvTest, ThreadsShareTheRows) {
  for (const int threads : {2, 3, 5}) {
    expect_gemv<TypeParam>(1009, 257, 3, threads);
    expect_gemv<TypeParam>(3, 70001, 0, threads);
  }
}

TYPED_TEST(PackedGemvTest, BadArgumentsThrow) {
  TypeParam one = 1;
  EXPECT_THROW(packed_gemv<TypeParam>(-1, 1, &one, 1, &one, &one), std::invalid_argument);
  EXPECT_THROW(packed_gemv<TypeParam>(1, -1, &one, 1, &one, &one), std::invalid_argument);
  EXPECT_THROW(packed_gemv<TypeParam>(1, 1, &one, 1, &one, &one, 0), std::invalid_argument);
}

}  // namespace
}  // namespace sweepmark::kernels
