// The pieces behind large products: chosen rows, Freivalds, the reference itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "ops/error_limit.hpp"
#include "ops/freivalds.hpp"
#include "ops/gemm_reference.hpp"
#include "ops/operation.hpp"
#include "ops/random.hpp"
#include "plain_kernels.hpp"

namespace sweepmark::host {
namespace {

template <class T>
Tensor integers(const char* name, std::int64_t rows, std::int64_t columns, std::int64_t bound) {
  Tensor tensor(name, std::is_same_v<T, float> ? SWM_F32 : SWM_F64, rows, columns, 0, 0);
  for (std::int64_t i = 0; i < tensor.elements(); ++i)
    tensor.values<T>()[i] = static_cast<T>(random_integer(
        stream_key(1, static_cast<std::uint64_t>(name[0])), static_cast<std::uint64_t>(i), bound));
  return tensor;
}

TEST(RowsToCheck, AllWhereCheapElse64WithBothEnds) {
  EXPECT_EQ(rows_to_check(256, 256, 256, 1).size(), 256U);
  EXPECT_EQ(rows_to_check(0, 5, 5, 1).size(), 0U);
  EXPECT_TRUE(all_rows_checked(256, 256, 256));
  EXPECT_FALSE(all_rows_checked(257, 256, 256));
  const auto rows = rows_to_check(4096, 4096, 4096, 1);
  EXPECT_EQ(rows.size(), 64U);
  EXPECT_EQ(rows.front(), 0);
  EXPECT_EQ(rows.back(), 4095);
  EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end()));
  EXPECT_EQ(std::set<std::int64_t>(rows.begin(), rows.end()).size(), 64U);
  EXPECT_NE(rows, rows_to_check(4096, 4096, 4096, 2));
  EXPECT_EQ(rows_to_check(46341, 46341, 46341, 2).size(), 64U);
  EXPECT_EQ(rows_to_check(5, std::int64_t{1} << 31, 4, 2).size(), 2U);
}

TEST(GemmReference, BlocksAndEdgesAgreeWithSingleElements) {
  const Tensor a = integers<float>("A", 5, 263, 100), b = integers<float>("B", 263, 517, 100);
  const GemmReference reference = reference_rows<float>(a, b, {0, 3, 4});
  for (std::size_t r = 0; r < 3; ++r)
    for (std::int64_t j = 0; j < 517; ++j)
      EXPECT_EQ(reference.product[r * 517 + static_cast<std::size_t>(j)],
                reference_element<float>(a, b, reference.rows[r], j));
}

// Integers far above 2^53 in their products' sums: exact modulo 2^64.
TEST(Freivalds, Float64NearItsExactLimit) {
  const std::int64_t n = 300, bound = 94906265 / 18;  // about sqrt(2^53 / 300)
  const Tensor a = integers<double>("A", n, n, bound), b = integers<double>("B", n, n, bound);
  Tensor c("C", SWM_F64, n, n, 0, 0);
  const swm_tensor* inputs[] = {&a.abi(), &b.abi()};
  plain::gemm<double>({sizeof(swm_operands), 2, inputs, &c.abi()});
  const auto check = Freivalds::of<double>(a, b, 9);
  EXPECT_TRUE(check.wrong_rows<double>(c).empty());
  c.values<double>()[5 * n + 7] += 1;
  c.values<double>()[299 * n] -= 1;
  EXPECT_EQ(check.wrong_rows<double>(c), (std::vector<std::int64_t>{5, 299}));
}

TEST(Freivalds, SeesEverySingleElement) {
  const Tensor a = integers<float>("A", 9, 11, 100), b = integers<float>("B", 11, 13, 100);
  Tensor c("C", SWM_F32, 9, 13, 0, 0);
  const swm_tensor* inputs[] = {&a.abi(), &b.abi()};
  plain::gemm<float>({sizeof(swm_operands), 2, inputs, &c.abi()});
  const auto check = Freivalds::of<float>(a, b, 9);
  for (std::int64_t at = 0; at < c.elements(); ++at) {
    c.values<float>()[at] += 1;
    EXPECT_EQ(check.wrong_rows<float>(c), std::vector<std::int64_t>{at / 13});
    c.values<float>()[at] -= 1;
  }
}

TEST(ErrorLimit, IsTheSmallerOfTheTwoBounds) {
  const double u = 0x1p-24;
  EXPECT_DOUBLE_EQ(product_limit(Dtype::f32, SWM_MATH_NATIVE, 1).relative, u / (1 - u));
  EXPECT_DOUBLE_EQ(product_limit(Dtype::f32, SWM_MATH_NATIVE, 4096).relative, 6 * 64 * u);
  EXPECT_DOUBLE_EQ(product_limit(Dtype::f64, SWM_MATH_NATIVE, 100).relative, 60 * 0x1p-53);
  EXPECT_EQ(product_limit(Dtype::f32, SWM_MATH_NATIVE, 0).relative, 0);
  EXPECT_TRUE(std::isfinite(product_limit(Dtype::f32, SWM_MATH_NATIVE, 0x1p25).relative));
}

TEST(ErrorLimit, NeverNan) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(error_in_limits(1, 1, 0), 0);
  EXPECT_EQ(error_in_limits(1, 2, 0), inf);
  EXPECT_EQ(error_in_limits(NAN, 2, 1), inf);
  EXPECT_EQ(error_in_limits(2, NAN, 1), inf);
  EXPECT_EQ(error_in_limits(NAN, NAN, 1), 0);
  EXPECT_EQ(error_in_limits(inf, inf, 1), 0);
  EXPECT_EQ(error_in_limits(inf, -inf, 1), inf);
  EXPECT_EQ(error_in_limits(1, 2, NAN), inf);
  EXPECT_EQ(error_in_limits(1, 2, 0.5), 2);
}

// n^2 above 2^31 elements' worth of index: a place past 2^31 is reached without overflow.
TEST(GemmLarge, ColumnsBeyondTwoToTheSixteenth) {
  const std::int64_t m = 3, n = 70001, k = 2;
  const auto data = make_operation_data({.operation = Operation::gemm, .m = m, .n = n, .k = k});
  for (const FillMode mode : {FillMode::exact, FillMode::bound}) {
    data->fill(mode, 4);
    data->poison_output();
    plain::gemm<float>(data->operands());
    EXPECT_TRUE(data->verify(SWM_MATH_NATIVE).ok);
    static_cast<float*>(data->operands().output->data)[m * n - 1] += 3;
    EXPECT_FALSE(data->verify(SWM_MATH_NATIVE).ok);
  }
}

}  // namespace
}  // namespace sweepmark::host
