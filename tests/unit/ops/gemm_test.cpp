// Right kernels pass, at every shape; operands, determinism and right answers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include "ops/operation.hpp"
#include "plain_kernels.hpp"

namespace sweepmark::host {
namespace {

Problem gemm(std::int64_t m, std::int64_t n, std::int64_t k, Dtype dtype = Dtype::f32) {
  return {.operation = Operation::gemm, .m = m, .n = n, .k = k, .dtype = dtype};
}

template <class T>
void expect_pass(const Problem& p, std::int64_t padding = 0) {
  const auto data = make_operation_data(p, padding);
  for (const FillMode mode : {FillMode::exact, FillMode::bound}) {
    data->fill(mode, 17);
    data->poison_output();
    plain::gemm<T>(data->operands());
    const Verdict verdict = data->verify(SWM_MATH_NATIVE);
    EXPECT_TRUE(verdict.ok) << p.m << "x" << p.n << "x" << p.k << ": " << verdict.reason;
    EXPECT_LT(verdict.error, 1);
    EXPECT_TRUE(verdict.reason.empty());
    EXPECT_TRUE(mode == FillMode::bound || verdict.error == 0);
    EXPECT_EQ(data->damage(), std::nullopt);
  }
}

TEST(Gemm, PlainKernelPassesAtEveryShape) {
  constexpr std::array<std::array<std::int64_t, 3>, 18> shapes{{{1, 1, 1},
                                                                {1, 1, 2},
                                                                {2, 3, 2},
                                                                {3, 1, 2},
                                                                {31, 32, 33},
                                                                {16, 16, 16},
                                                                {13, 17, 127},
                                                                {64, 64, 64},
                                                                {65, 63, 61},
                                                                {1, 256, 256},
                                                                {256, 1, 256},
                                                                {256, 256, 1},
                                                                {101, 103, 107},
                                                                {128, 130, 129},
                                                                {256, 256, 256},
                                                                {300, 310, 290},
                                                                {3, 5, 5000},
                                                                {1000, 1000, 3}}};
  for (const auto& [m, n, k] : shapes) {
    expect_pass<float>(gemm(m, n, k));
    expect_pass<double>(gemm(m, n, k, Dtype::f64));
  }
}

// The smallest products leave the least room between kernel and limit: many of them.
TEST(Gemm, SmallDepthsLeaveRoomForTheRoundingOfARightKernel) {
  for (std::int64_t k = 1; k <= 66; k += k < 20 ? 1 : 9) {
    expect_pass<float>(gemm(200, 200, k));
    expect_pass<double>(gemm(200, 200, k, Dtype::f64));
  }
}

TEST(Gemm, StridedOperands) {
  expect_pass<float>(gemm(13, 7, 9), 3);
  expect_pass<double>(gemm(300, 310, 290, Dtype::f64), 5);
  expect_pass<float>(gemm(300, 310, 290), 1);
}

TEST(Gemm, ZeroSides) {
  expect_pass<float>(gemm(0, 3, 2));
  expect_pass<float>(gemm(2, 0, 3));
  expect_pass<float>(gemm(2, 3, 0));
  expect_pass<double>(gemm(0, 0, 0, Dtype::f64));
  const auto data = make_operation_data(gemm(2, 3, 0));
  EXPECT_EQ(data->operands().inputs[0]->stride[0], 1);  // a BLAS wants ld >= 1
  for (const FillMode mode : {FillMode::exact, FillMode::bound}) {
    data->fill(mode, 1);
    data->poison_output();
    EXPECT_FALSE(data->verify(SWM_MATH_NATIVE).ok);  // nothing written is not all zeros
    static_cast<float*>(data->operands().output->data)[5] = 1;
    plain::gemm<float>(data->operands());
    static_cast<float*>(data->operands().output->data)[5] = 1;
    EXPECT_FALSE(data->verify(SWM_MATH_NATIVE).ok);
  }
}

// Row-major data taken for column-major is right for squares only.
TEST(Gemm, KnownProducts) {
  const auto data = make_operation_data(gemm(2, 4, 3));
  data->fill(FillMode::exact, 3);
  auto* a = static_cast<float*>(data->operands().inputs[0]->data);
  auto* b = static_cast<float*>(data->operands().inputs[1]->data);
  auto* c = static_cast<float*>(data->operands().output->data);
  for (int i = 0; i < 6; ++i) a[i] = static_cast<float>(i + 1);
  for (int i = 0; i < 12; ++i) b[i] = static_cast<float>(i + 1);
  const std::array<float, 8> right{38, 44, 50, 56, 83, 98, 113, 128};
  std::memcpy(c, right.data(), sizeof right);
  EXPECT_TRUE(data->verify(SWM_MATH_NATIVE).ok);
  c[6] = 114;
  const Verdict verdict = data->verify(SWM_MATH_NATIVE);
  EXPECT_EQ(verdict.reason,
            "1 of 8 element(s) of C wrong; first C(1, 2): found 114, expected 113 exactly");
}

TEST(Gemm, MatrixTimesVectorReadsRows) {
  const auto data = make_operation_data(gemm(3, 1, 2));
  data->fill(FillMode::exact, 3);
  const std::array<float, 6> matrix{1, 2, 3, 4, 5, 6};
  const std::array<float, 2> x{1, 2};
  std::memcpy(data->operands().inputs[0]->data, matrix.data(), sizeof matrix);
  std::memcpy(data->operands().inputs[1]->data, x.data(), sizeof x);
  const std::array<float, 3> right{5, 11, 17}, wrong{5, 14, 0};
  std::memcpy(data->operands().output->data, right.data(), sizeof right);
  EXPECT_TRUE(data->verify(SWM_MATH_NATIVE).ok);
  std::memcpy(data->operands().output->data, wrong.data(), sizeof wrong);
  EXPECT_FALSE(data->verify(SWM_MATH_NATIVE).ok);
}

TEST(Gemm, EqualSeedsGiveEqualBits) {
  const auto first = make_operation_data(gemm(20, 30, 40)),
             second = make_operation_data(gemm(20, 30, 40));
  const auto inputs_equal = [&] {
    bool equal = true;
    for (int i = 0; i < 2; ++i) {
      const swm_tensor *x = first->operands().inputs[i], *y = second->operands().inputs[i];
      equal &= std::memcmp(x->data, y->data,
                           static_cast<std::size_t>(x->shape[0] * x->shape[1]) * 4) == 0;
    }
    return equal;
  };
  for (const FillMode mode : {FillMode::exact, FillMode::bound}) {
    first->fill(mode, 5);
    second->fill(mode, 6);
    EXPECT_FALSE(inputs_equal());
    second->fill(mode, 5);
    EXPECT_TRUE(inputs_equal());
  }
  // The bits themselves, so that no library or compiler may change them.
  const auto* a = static_cast<const float*>(first->operands().inputs[0]->data);
  EXPECT_EQ(a[0], -0x1.0123440000000p-1F);
  EXPECT_EQ(a[799], 0x1.a8e9e20000000p-4F);
}

TEST(Gemm, AddressesStay) {
  const auto data = make_operation_data(gemm(20, 30, 40));
  const swm_operands before = data->operands();
  const void* c = before.output->data;
  data->fill(FillMode::bound, 1);
  data->fill(FillMode::exact, 2);
  EXPECT_EQ(data->operands().inputs[0], before.inputs[0]);
  EXPECT_EQ(data->operands().output->data, c);
  EXPECT_EQ(data->problem().m, 20);
  EXPECT_EQ(data->problem().k, 40);
  EXPECT_EQ(data->operands().input_count, 2U);
}

// A reference is kept for the inputs it belongs to, not longer.
TEST(Gemm, RefillForgetsTheReference) {
  for (const std::int64_t n : {20, 300}) {
    const auto data = make_operation_data(gemm(n, n, n));
    for (const FillMode mode : {FillMode::exact, FillMode::bound}) {
      for (const std::uint64_t seed : {1U, 2U}) {
        data->fill(mode, seed);
        plain::gemm<float>(data->operands());
        EXPECT_TRUE(data->verify(SWM_MATH_NATIVE).ok);
        EXPECT_TRUE(data->verify(SWM_MATH_NATIVE).ok);
      }
      data->fill(mode, 3);
      EXPECT_FALSE(data->verify(SWM_MATH_NATIVE).ok);
    }
  }
}

}  // namespace
}  // namespace sweepmark::host
