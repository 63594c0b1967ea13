// read, triad and fma: exact, whatever the order.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "ops/operation.hpp"
#include "plain_kernels.hpp"

namespace sweepmark::host {
namespace {

using testing::HasSubstr;
using testing::Optional;

std::unique_ptr<OperationData> make(Operation operation, std::int64_t n, std::int64_t k = 0,
                                    Dtype dtype = Dtype::f32) {
  auto data = make_operation_data({.operation = operation, .n = n, .k = k, .dtype = dtype});
  data->fill(FillMode::bound, 3);
  data->poison_output();
  return data;
}

template <class T>
void read(const swm_operands& io, std::int64_t stride) {
  const auto x = vector<T>(*io.inputs[0]);
  T sum = 0;
  for (std::int64_t lane = 0; lane < stride; ++lane)
    for (std::int64_t i = lane; i < x.length; i += stride) sum += x[i];
  vector<T>(*io.output)[0] = sum;
}

template <class T>
void triad(const swm_operands& io) {
  const auto b = vector<T>(*io.inputs[0]), c = vector<T>(*io.inputs[1]),
             s = vector<T>(*io.inputs[2]);
  for (std::int64_t i = 0; i < b.length; ++i) vector<T>(*io.output)[i] = std::fma(s[0], c[i], b[i]);
}

template <class T>
void fused(const swm_operands& io, std::int64_t steps) {
  const auto x = vector<T>(*io.inputs[0]), c = vector<T>(*io.inputs[1]), y = vector<T>(*io.output);
  for (std::int64_t i = 0; i < x.length; ++i) {
    T value = x[i];
    for (std::int64_t s = 0; s < steps; ++s) value = c[0] * value + c[1];  // exact, fused or not
    y[i] = value;
  }
}

TEST(Read, AnyOrderGivesTheSum) {
  for (const std::int64_t n : {0, 1, 2, 1000, 100000}) {
    for (const std::int64_t stride : {1, 7, 16}) {
      const auto f = make(Operation::read, n), d = make(Operation::read, n, 0, Dtype::f64);
      EXPECT_FALSE(f->verify(SWM_MATH_NATIVE).ok);
      read<float>(f->operands(), stride);
      read<double>(d->operands(), stride);
      EXPECT_TRUE(f->verify(SWM_MATH_NATIVE).ok) << f->verify(SWM_MATH_NATIVE).reason;
      EXPECT_TRUE(d->verify(SWM_MATH_NATIVE).ok);
      EXPECT_EQ(f->damage(), std::nullopt);
    }
  }
}

TEST(Read, OneElementLeftOutIsSeen) {
  for (std::int64_t at = 0; at < 300; ++at) {
    const auto data = make(Operation::read, 300);
    read<float>(data->operands(), 1);
    vector<float>(*data->operands().output)[0] -= vector<float>(*data->operands().inputs[0])[at];
    EXPECT_FALSE(data->verify(SWM_MATH_NATIVE).ok);
  }
}

TEST(Triad, ExactInEveryElement) {
  const auto f = make(Operation::triad, 1001), d = make(Operation::triad, 1001, 0, Dtype::f64);
  triad<float>(f->operands());
  triad<double>(d->operands());
  EXPECT_TRUE(f->verify(SWM_MATH_NATIVE).ok);
  EXPECT_TRUE(d->verify(SWM_MATH_NATIVE).ok);
  vector<float>(*f->operands().output)[1000] += 1;
  const Verdict verdict = f->verify(SWM_MATH_NATIVE);
  EXPECT_FALSE(verdict.ok);
  EXPECT_THAT(verdict.reason, HasSubstr("1 of 1001 element(s) of A wrong; first A[1000]: found "));
  vector<float>(*f->operands().output)[1001] = 0;
  EXPECT_THAT(f->damage(), Optional(HasSubstr("behind A was overwritten")));
}

TEST(Fma, CountsItsSteps) {
  for (const std::int64_t k : {0, 1, 8, 1000}) {
    const auto f = make(Operation::fma, 65, k), d = make(Operation::fma, 65, k, Dtype::f64);
    fused<float>(f->operands(), k);
    fused<double>(d->operands(), k);
    EXPECT_TRUE(f->verify(SWM_MATH_NATIVE).ok);
    EXPECT_TRUE(d->verify(SWM_MATH_NATIVE).ok);
    fused<float>(f->operands(), k + 1);
    EXPECT_FALSE(f->verify(SWM_MATH_NATIVE).ok);
  }
}

// Past 2^24 float32 cannot count: the sign alternates, and one step too many is still seen.
TEST(Fma, StaysExactForAnyNumberOfSteps) {
  for (const std::int64_t k : {16777216, 16777217}) {
    const auto data = make(Operation::fma, 2, k);
    fused<float>(data->operands(), k);
    EXPECT_TRUE(data->verify(SWM_MATH_NATIVE).ok);
    fused<float>(data->operands(), k + 1);
    EXPECT_FALSE(data->verify(SWM_MATH_NATIVE).ok);
  }
}

TEST(Streams, UnwrittenAndNotFiniteAreWrong) {
  for (const Operation op : {Operation::read, Operation::triad, Operation::fma}) {
    const auto data = make(op, 10, 4);
    EXPECT_THAT(data->verify(SWM_MATH_NATIVE).reason, HasSubstr("still hold the NaN"));
    for (const float value : {NAN, INFINITY}) {
      vector<float>(*data->operands().output)[0] = value;
      EXPECT_FALSE(data->verify(SWM_MATH_NATIVE).ok);
    }
  }
}

}  // namespace
}  // namespace sweepmark::host
