#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "ops/operation.hpp"
#include "plain_kernels.hpp"

namespace sweepmark::host {
namespace {

using testing::HasSubstr;

Problem epoch(Model model, std::int64_t batch, double rate, Dtype dtype = Dtype::f32) {
  return {.operation = Operation::sgd_epoch,
          .dtype = dtype,
          .model = model,
          .examples = 150,
          .features = 5,
          .outputs = 3,
          .batch = batch,
          .learning_rate = rate,
          .shuffle_seed = 77};
}

template <class T>
void expect_pass(const Problem& p) {
  const auto data = make_operation_data(p);
  for (const std::uint64_t seed : {1U, 2U}) {
    data->fill(FillMode::bound, seed);
    data->poison_output();
    EXPECT_FALSE(data->verify(SWM_MATH_NATIVE).ok);
    plain::sgd_epoch<T>(data->problem(), data->operands());
    const Verdict verdict = data->verify(SWM_MATH_NATIVE);
    EXPECT_TRUE(verdict.ok) << dimensions_text(p) << ": " << verdict.reason;
    EXPECT_EQ(data->damage(), std::nullopt);
  }
}

TEST(SgdEpoch, PlainKernelPasses) {
  for (const Model model : {Model::linear, Model::softmax, Model::bowl})
    for (const std::int64_t batch : {1, 7, 10, 150, 400})
      for (const double rate : {0.005, 0.05, 0.4, 1.0}) {
        expect_pass<float>(epoch(model, batch, rate));
        expect_pass<double>(epoch(model, batch, rate, Dtype::f64));
      }
}

struct Fault {
  explicit Fault(std::int64_t batch, double rate, Model model = Model::linear)
      : data(make_operation_data(epoch(model, batch, rate))) {
    data->fill(FillMode::bound, 5);
    plain::sgd_epoch<float>(data->problem(), data->operands());
  }
  Verdict verify() { return data->verify(SWM_MATH_NATIVE); }
  float* result() { return static_cast<float*>(data->operands().output->data); }
  std::unique_ptr<OperationData> data;
};

TEST(SgdEpoch, WrongWorkIsSeen) {
  const auto wrong = [](auto&& change) {
    Fault fault(10, 0.05);
    EXPECT_TRUE(fault.verify().ok);
    swm_problem p = fault.data->problem();
    change(p);
    plain::sgd_epoch<float>(p, fault.data->operands());
    return fault.verify();
  };
  EXPECT_FALSE(wrong([](swm_problem& p) { p.seed = 78; }).ok);
  EXPECT_FALSE(wrong([](swm_problem& p) { p.examples = 140; }).ok);  // the last batch dropped
  EXPECT_FALSE(wrong([](swm_problem& p) { p.batch = 9; }).ok);
  EXPECT_FALSE(wrong([](swm_problem& p) { p.learning_rate = 0.0501; }).ok);
  EXPECT_TRUE(wrong([](swm_problem&) {}).ok);
}

TEST(SgdEpoch, OrderMattersThroughTheWholeEpoch) {
  Fault fault(10, 0.05);
  auto* order = static_cast<std::int32_t*>(fault.data->operands().inputs[2]->data);
  const std::vector<std::int32_t> kept(order, order + 150);
  EXPECT_FALSE(std::is_sorted(kept.begin(), kept.end()));
  std::iota(order, order + 150, 0);
  plain::sgd_epoch<float>(fault.data->problem(), fault.data->operands());
  std::copy(kept.begin(), kept.end(), order);
  EXPECT_FALSE(fault.verify().ok);
}

TEST(SgdEpoch, StandingStillIsNamed) {
  Fault fault(10, 0.05);
  std::copy_n(static_cast<const float*>(fault.data->operands().inputs[3]->data), 6, fault.result());
  const Verdict verdict = fault.verify();
  EXPECT_FALSE(verdict.ok);
  EXPECT_THAT(verdict.reason, HasSubstr("result equals the starting params"));
}

TEST(SgdEpoch, NotFiniteIsWrong) {
  for (const float value : {NAN, INFINITY}) {
    Fault fault(10, 0.05);
    fault.result()[4] = value;
    const Verdict verdict = fault.verify();
    EXPECT_FALSE(verdict.ok);
    EXPECT_FALSE(std::isnan(verdict.error));
    EXPECT_THAT(verdict.reason, HasSubstr("worst result[4]"));
  }
}

// A limit that no error could exceed would check nothing.
TEST(SgdEpoch, LimitStaysTight) {
  for (const Model model : {Model::linear, Model::softmax, Model::bowl}) {
    for (const std::int64_t batch : {1, 10, 150}) {
      Fault fault(batch, 0.05, model);
      fault.result()[1] += 2e-3F;
      EXPECT_FALSE(fault.verify().ok) << static_cast<int>(model) << " " << batch;
    }
  }
}

TEST(SgdEpoch, RatesThatExplodeAreRefusedWithTheReason) {
  auto p = epoch(Model::bowl, 1, 1e6);
  p.examples = 2000;
  const auto data = make_operation_data(p);
  data->fill(FillMode::bound, 1);
  const Verdict verdict = data->verify(SWM_MATH_NATIVE);
  EXPECT_FALSE(verdict.ok);
  EXPECT_THAT(verdict.reason, HasSubstr("learning rate 1000000 grows without bound"));
}

}  // namespace
}  // namespace sweepmark::host
