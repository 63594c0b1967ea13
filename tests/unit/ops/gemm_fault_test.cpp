// Wrong kernels fail, and the sentence says what is wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "ops/error_limit.hpp"
#include "ops/operation.hpp"
#include "plain_kernels.hpp"

namespace sweepmark::host {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Optional;

struct Bench {
  explicit Bench(std::int64_t m, std::int64_t n, std::int64_t k, FillMode mode = FillMode::exact)
      : data(make_operation_data({.operation = Operation::gemm, .m = m, .n = n, .k = k})) {
    data->fill(mode, 11);
    data->poison_output();
    a = matrix<float>(*data->operands().inputs[0]);
    b = matrix<float>(*data->operands().inputs[1]);
    c = matrix<float>(*data->operands().output);
    plain::gemm<float>(data->operands());
  }
  Verdict verify(swm_math math = SWM_MATH_NATIVE) { return data->verify(math); }
  std::unique_ptr<OperationData> data;
  Matrix<float> a, b, c;
};

void expect_wrong(Bench& bench, const testing::Matcher<std::string>& reason) {
  const Verdict verdict = bench.verify();
  EXPECT_FALSE(verdict.ok);
  EXPECT_FALSE(verdict.error <= 1);
  EXPECT_FALSE(std::isnan(verdict.error));
  EXPECT_THAT(verdict.reason, reason);
}

class EveryWayOfChecking : public testing::TestWithParam<std::pair<FillMode, std::int64_t>> {};

TEST_P(EveryWayOfChecking, NotFiniteIsWrongWhereverItIs) {
  const auto [mode, n] = GetParam();
  constexpr float inf = std::numeric_limits<float>::infinity();
  Bench bench(n, n, n, mode);
  for (const float value : {NAN, inf, -inf}) {
    for (const auto& [i, j] : {std::pair{0L, 0L}, {n / 2, n / 3}, {n - 1, n - 1}}) {
      const float right = std::exchange(bench.c(i, j), value);
      expect_wrong(bench, HasSubstr("first C(" + std::to_string(i) + ", " + std::to_string(j) +
                                    "): found "));
      bench.c(i, j) = right;
    }
  }
  EXPECT_TRUE(bench.verify().ok);
}

TEST_P(EveryWayOfChecking, UnwrittenIsNamedSo) {
  const auto [mode, n] = GetParam();
  Bench bench(n, n, n, mode);
  const Verdict right = bench.verify();
  ASSERT_TRUE(right.ok) << right.reason;
  bench.data->poison_output();
  expect_wrong(bench,
               HasSubstr(std::to_string(n * n) + " element(s) still hold the NaN put there"));
}

TEST_P(EveryWayOfChecking, TileEdgeLeftOut) {
  const auto [mode, n] = GetParam();
  Bench bench(n, n, n, mode);
  const std::int64_t edge = n / 32 * 32;
  ASSERT_LT(edge, n);
  bench.data->poison_output();
  std::vector<float> sums(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) {
    std::fill(sums.begin(), sums.end(), 0.0F);
    for (std::int64_t p = 0; p < n; ++p)
      for (std::int64_t j = 0; j < edge; ++j)
        sums[static_cast<std::size_t>(j)] += bench.a(i, p) * bench.b(p, j);
    std::copy_n(sums.begin(), edge, bench.c.row(i));
  }
  expect_wrong(bench, AllOf(HasSubstr("all in columns " + std::to_string(edge) + " to " +
                                      std::to_string(n - 1) + ", the right edge"),
                            HasSubstr("never written")));
}

TEST_P(EveryWayOfChecking, TransposedB) {
  const auto [mode, n] = GetParam();
  Bench bench(n, n, n, mode);
  std::vector<float> row(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      float sum = 0;
      for (std::int64_t p = 0; p < n; ++p) sum += bench.a(i, p) * bench.b(j, p);
      bench.c(i, j) = sum;
    }
  expect_wrong(bench, HasSubstr("that is A times B transposed"));
}

TEST_P(EveryWayOfChecking, ClearedElementIsNamed) {
  const auto [mode, n] = GetParam();
  Bench bench(n, n, n, mode);
  for (std::int64_t j = 0; j < n; ++j) bench.c(n - 1, j) = 0;
  expect_wrong(bench, AllOf(HasSubstr("the lower edge"), HasSubstr("cleared and not computed")));
}

TEST_P(EveryWayOfChecking, ComputedOnTheOldInputs) {
  const auto [mode, n] = GetParam();
  Bench bench(n, n, n, mode);
  bench.data->fill(mode, 12);
  expect_wrong(bench, HasSubstr("wrong"));
}

TEST_P(EveryWayOfChecking, AddedInsteadOfOverwritten) {
  const auto [mode, n] = GetParam();
  Bench bench(n, n, n, mode);
  bench.data->poison_output();
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) bench.c(i, j) += bench.a(i, 0) * bench.b(0, j);
  expect_wrong(bench, HasSubstr("found nan"));
}

INSTANTIATE_TEST_SUITE_P(Sizes, EveryWayOfChecking,
                         testing::Values(std::pair{FillMode::exact, 50L},
                                         std::pair{FillMode::bound, 50L},
                                         std::pair{FillMode::exact, 300L},
                                         std::pair{FillMode::bound, 300L}));

TEST(GemmFaults, OneElementByTwoLimits) {
  for (const std::int64_t k : {1, 7, 64, 100}) {
    Bench bench(40, 30, k, FillMode::bound);
    ASSERT_TRUE(bench.verify().ok);
    double magnitude = 0;
    for (std::int64_t p = 0; p < k; ++p)
      magnitude +=
          std::fabs(static_cast<double>(bench.a(21, p)) * static_cast<double>(bench.b(p, 8)));
    const double limit =
        product_limit(Dtype::f32, SWM_MATH_NATIVE, static_cast<double>(k)).relative * magnitude;
    const float right = bench.c(21, 8);
    bench.c(21, 8) = static_cast<float>(static_cast<double>(right) + 2.6 * limit);
    expect_wrong(bench, AllOf(HasSubstr("1 of 1200 element(s) of C wrong; worst C(21, 8): found"),
                              HasSubstr("times the limit")));
  }
}

TEST(GemmFaults, OneElementByOneInTheExactMode) {
  for (const std::int64_t n : {50, 300}) {
    Bench bench(n, n, n);
    for (const float change : {1.0F, -1.0F, 0.5F, 1e6F}) {
      const float right = bench.c(n - 2, 3);
      bench.c(n - 2, 3) += change;
      expect_wrong(bench, HasSubstr("C(" + std::to_string(n - 2) + ", 3): found "));
      bench.c(n - 2, 3) = right;
    }
  }
}

TEST(GemmFaults, TwoElementsThatCancelInARow) {
  Bench bench(300, 300, 300);
  bench.c(250, 3) += 1;
  bench.c(250, 4) -= 1;
  expect_wrong(bench, HasSubstr("1 of 300 row(s) of C wrong; in the first 1: 2 of 300 element(s)"));
}

TEST(GemmFaults, DepthCutShort) {
  Bench bench(40, 40, 37);
  for (std::int64_t i = 0; i < 40; ++i)
    for (std::int64_t j = 0; j < 40; ++j) bench.c(i, j) -= bench.a(i, 36) * bench.b(36, j);
  expect_wrong(bench, HasSubstr("element(s) of C wrong"));
}

float rounded_to_tf32(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return std::bit_cast<float>((bits + 0x0fffU + (bits >> 13 & 1U)) & ~0x1fffU);
}
float cut_to_tf32(float value) {
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) & ~0x1fffU);
}
float rounded_to_bf16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return std::bit_cast<float>((bits + 0x7fffU + (bits >> 16 & 1U)) & ~0xffffU);
}

template <class Round>
void multiply_rounded(Bench& bench, Round&& round) {
  std::vector<float> a, b;
  for (std::int64_t i = 0; i < bench.c.rows; ++i)
    for (std::int64_t p = 0; p < bench.a.columns; ++p) a.push_back(round(bench.a(i, p)));
  for (std::int64_t p = 0; p < bench.a.columns; ++p)
    for (std::int64_t j = 0; j < bench.c.columns; ++j) b.push_back(round(bench.b(p, j)));
  swm_tensor left = *bench.data->operands().inputs[0], right = *bench.data->operands().inputs[1];
  left.data = a.data();
  right.data = b.data();
  const swm_tensor* inputs[] = {&left, &right};
  plain::gemm<float>({sizeof(swm_operands), 2, inputs, bench.data->operands().output});
}

// gamma_k alone would let TF32 pass as float32 here.
TEST(GemmContracts, Tf32IsNotFloat32AtDepth4096) {
  Bench bench(64, 256, 4096, FillMode::bound);
  EXPECT_TRUE(bench.verify().ok);
  multiply_rounded(bench, rounded_to_tf32);
  expect_wrong(bench, HasSubstr("within the limit of TF32 products"));
  const Verdict rounded = bench.verify(SWM_MATH_TF32);
  EXPECT_TRUE(rounded.ok) << rounded.reason;
  multiply_rounded(bench, cut_to_tf32);
  EXPECT_FALSE(bench.verify().ok);
  EXPECT_TRUE(bench.verify(SWM_MATH_TF32).ok);
  multiply_rounded(bench, rounded_to_bf16);
  EXPECT_FALSE(bench.verify(SWM_MATH_TF32).ok);
  EXPECT_TRUE(bench.verify(SWM_MATH_BF16).ok);
}

TEST(GemmContracts, RoundedInputsPassTheirContractAtEveryDepth) {
  for (const std::int64_t k : {1, 2, 3, 8, 16, 30, 40, 64, 100, 256}) {
    Bench bench(200, 200, k, FillMode::bound);
    multiply_rounded(bench, cut_to_tf32);
    EXPECT_TRUE(bench.verify(SWM_MATH_TF32).ok) << bench.verify(SWM_MATH_TF32).reason;
    EXPECT_FALSE(bench.verify().ok) << k;
    multiply_rounded(bench, rounded_to_bf16);
    EXPECT_TRUE(bench.verify(SWM_MATH_BF16).ok) << bench.verify(SWM_MATH_BF16).reason;
  }
}

TEST(GemmContracts, ExactInputsAreExactInEveryContract) {
  for (const std::int64_t k : {1, 7, 300}) {
    Bench bench(50, 50, k);
    multiply_rounded(bench, rounded_to_bf16);
    EXPECT_TRUE(bench.verify().ok);
  }
}

TEST(GemmDamage, WritesOutsideTheOutput) {
  Bench past(13, 7, 5);
  past.c.data[13 * 7] = 0;
  EXPECT_THAT(past.data->damage(),
              Optional(HasSubstr("behind C was overwritten, 1 element(s) past")));
  Bench before(13, 7, 5);
  before.c.data[-1] = 0;
  EXPECT_THAT(before.data->damage(), Optional(HasSubstr("before C was overwritten")));
  Bench input(13, 7, 5);
  input.b(4, 6) += 1;
  EXPECT_THAT(input.data->damage(), Optional(HasSubstr("input B was changed; only C may")));
  input.data->fill(FillMode::bound, 1);
  EXPECT_EQ(input.data->damage(), std::nullopt);
}

}  // namespace
}  // namespace sweepmark::host
