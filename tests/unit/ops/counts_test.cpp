#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "ops/operation.hpp"

namespace sweepmark::host {
namespace {

using testing::HasSubstr;

Problem gemm(std::int64_t m, std::int64_t n, std::int64_t k) {
  return {.operation = Operation::gemm, .m = m, .n = n, .k = k};
}

std::string refusal(const Problem& p) {
  try {
    make_operation_data(p);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Counts, Gemm) {
  // M = 100, N = 200, K = 300 in 1 ms is 12 GFLOP/s.
  EXPECT_EQ(nominal_flops(gemm(100, 200, 300)), 12e6);
  EXPECT_EQ(nominal_flops(gemm(1291, 1291, 1291)), 4303370342.0);          // > 2^32
  EXPECT_EQ(nominal_flops(gemm(46341, 46341, 46341)), 199033508859642.0);  // n^2 > 2^31
  EXPECT_EQ(nominal_bytes(gemm(46341, 46341, 46341)), 25769859372.0);
  EXPECT_EQ(nominal_bytes(gemm(2, 3, 4)), 4.0 * (8 + 12 + 6));
  EXPECT_EQ(working_set_bytes(gemm(2, 3, 4)), 4.0 * (8 + 12 + 6));
  auto f64 = gemm(2, 3, 4);
  f64.dtype = Dtype::f64;
  EXPECT_EQ(nominal_bytes(f64), 8.0 * (8 + 12 + 6));
}

TEST(Counts, NoWorkWhereADimensionIsZero) {
  EXPECT_EQ(nominal_flops(gemm(2, 3, 0)), 0);
  EXPECT_EQ(nominal_flops(gemm(0, 3, 2)), 0);
  EXPECT_EQ(nominal_flops(gemm(2, 0, 3)), 0);
  EXPECT_EQ(nominal_bytes(gemm(2, 3, 0)), 24);  // the zeros are written
  EXPECT_EQ(nominal_bytes(gemm(0, 3, 2)), 0);
}

TEST(Counts, Streams) {
  const auto of = [](Operation op) { return Problem{.operation = op, .n = 1000, .k = 7}; };
  EXPECT_EQ(nominal_flops(of(Operation::read)), 1000);
  EXPECT_EQ(nominal_bytes(of(Operation::read)), 4000);
  EXPECT_EQ(nominal_flops(of(Operation::triad)), 2000);
  EXPECT_EQ(nominal_bytes(of(Operation::triad)), 12000);
  EXPECT_EQ(nominal_flops(of(Operation::fma)), 14000);
  EXPECT_EQ(nominal_bytes(of(Operation::fma)), 8008);
  EXPECT_EQ(working_set_bytes(of(Operation::triad)), 12004);
}

TEST(Counts, Learning) {
  Problem p{.operation = Operation::gradient,
            .model = Model::linear,
            .examples = 1500,
            .features = 5,
            .batch = 10};
  EXPECT_EQ(nominal_flops(p), 200);
  EXPECT_EQ(nominal_bytes(p), 10 * 24 + 40 + 48);
  EXPECT_EQ(working_set_bytes(p), 1500 * 24 + 40 + 48);
  p.operation = Operation::sgd_epoch;
  EXPECT_EQ(nominal_flops(p), 1500 * 20 + 150 * 12);
  EXPECT_EQ(working_set_bytes(p), 1500 * 24 + 6000 + 48);
  p = {.operation = Operation::gradient,
       .model = Model::softmax,
       .examples = 100,
       .features = 64,
       .outputs = 10,
       .batch = 8};
  EXPECT_EQ(nominal_flops(p), 8 * 4 * 640);
}

TEST(Counts, AbiFormCarriesEverything) {
  const Problem p{.operation = Operation::sgd_epoch,
                  .dtype = Dtype::f64,
                  .threads = 3,
                  .model = Model::softmax,
                  .examples = 9,
                  .features = 8,
                  .outputs = 7,
                  .batch = 6,
                  .learning_rate = 0.5,
                  .shuffle_seed = 99};
  const swm_problem a = to_abi(p, SWM_MATH_TF32);
  EXPECT_EQ(a.size, sizeof(swm_problem));
  EXPECT_EQ(a.op, static_cast<std::uint32_t>(SWM_OP_SGD_EPOCH));
  EXPECT_EQ(a.dtype, static_cast<std::uint32_t>(SWM_F64));
  EXPECT_EQ(a.math, static_cast<std::uint32_t>(SWM_MATH_TF32));
  EXPECT_EQ(a.threads, 3U);
  EXPECT_EQ(a.model, static_cast<std::uint32_t>(SWM_SOFTMAX));
  EXPECT_EQ(a.examples, 9);
  EXPECT_EQ(a.features, 8);
  EXPECT_EQ(a.outputs, 7);
  EXPECT_EQ(a.batch, 6);
  EXPECT_EQ(a.learning_rate, 0.5);
  EXPECT_EQ(a.seed, 99U);
}

TEST(Counts, ImpossibleProblemsAreRefusedByName) {
  EXPECT_EQ(refusal(gemm(2, -8, 3)), "gemm: n is -8, expected at least 0");
  auto half = gemm(2, 2, 2);
  half.dtype = Dtype::bf16;
  EXPECT_EQ(refusal(half), "gemm: dtype is bf16, expected f32 or f64");
  Problem p{.operation = Operation::gradient, .examples = 4, .features = 2, .batch = 0};
  EXPECT_THAT(refusal(p), HasSubstr("model is none"));
  p.model = Model::linear;
  EXPECT_EQ(refusal(p), "gradient: batch is 0, expected at least 1");
  p.batch = 1;
  EXPECT_EQ(refusal(p), "accepted");
  EXPECT_THAT(refusal(gemm(1 << 30, 1 << 30, 1)), HasSubstr("an operand needs"));
  EXPECT_THAT(refusal(gemm(std::int64_t{1} << 40, std::int64_t{1} << 40, 1 << 30)),
              HasSubstr("does not fit in memory"));
}

}  // namespace
}  // namespace sweepmark::host
