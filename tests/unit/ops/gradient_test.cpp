// The gradient operation: right kernels pass in every model and shape, wrong ones do not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <set>
#include <vector>

#include "ops/operation.hpp"
#include "plain_kernels.hpp"

namespace sweepmark::host {
namespace {

using testing::AllOf;
using testing::HasSubstr;

Problem gradient(Model model, std::int64_t examples, std::int64_t features, std::int64_t outputs,
                 std::int64_t batch, Dtype dtype = Dtype::f32) {
  return {.operation = Operation::gradient,
          .dtype = dtype,
          .model = model,
          .examples = examples,
          .features = features,
          .outputs = outputs,
          .batch = batch};
}

template <class T>
void expect_pass(const Problem& p) {
  const auto data = make_operation_data(p);
  for (const FillMode mode : {FillMode::exact, FillMode::bound}) {
    data->fill(mode, 23);
    data->poison_output();
    EXPECT_FALSE(data->verify(SWM_MATH_NATIVE).ok);
    plain::gradient<T>(data->problem(), data->operands());
    const Verdict verdict = data->verify(SWM_MATH_NATIVE);
    EXPECT_TRUE(verdict.ok) << dimensions_text(p) << ": " << verdict.reason;
    EXPECT_LT(verdict.error, 1);
    EXPECT_EQ(data->damage(), std::nullopt);
  }
}

TEST(Gradient, PlainKernelPassesInEveryModelAndShape) {
  for (const Model model : {Model::linear, Model::softmax, Model::bowl})
    for (const std::int64_t features : {1, 2, 5, 64})
      for (const std::int64_t outputs : {1, 2, 10})
        for (const std::int64_t batch : {1, 3, 10, 200}) {
          expect_pass<float>(gradient(model, 150, features, outputs, batch));
          expect_pass<double>(gradient(model, 150, features, outputs, batch, Dtype::f64));
        }
}

TEST(Gradient, RowsRepeatAndStayInRange) {
  const auto data = make_operation_data(gradient(Model::softmax, 20, 3, 4, 200));
  data->fill(FillMode::bound, 1);
  const auto rows = vector<std::int32_t>(*data->operands().inputs[2]);
  const auto labels = vector<std::int32_t>(*data->operands().inputs[1]);
  const std::set<std::int32_t> seen(rows.data, rows.data + rows.length);
  EXPECT_EQ(rows.length, 200);
  EXPECT_EQ(seen.size(), 20U);
  EXPECT_EQ(*seen.begin(), 0);
  EXPECT_EQ(*seen.rbegin(), 19);
  const std::set<std::int32_t> classes(labels.data, labels.data + labels.length);
  EXPECT_EQ(classes, (std::set<std::int32_t>{0, 1, 2, 3}));
}

// x = 1, 2, 3, 4, 5, y = 0, w = 1: the mean gradient is 11 (mean of means of 2, 2, 1: 13.33).
TEST(Gradient, KnownMean) {
  const auto data = make_operation_data(gradient(Model::linear, 5, 1, 0, 5));
  data->fill(FillMode::bound, 1);
  const auto& io = data->operands();
  for (int i = 0; i < 5; ++i) {
    static_cast<float*>(io.inputs[0]->data)[i] = static_cast<float>(i + 1);
    static_cast<float*>(io.inputs[1]->data)[i] = 0;
    static_cast<std::int32_t*>(io.inputs[2]->data)[i] = i;
  }
  static_cast<float*>(io.inputs[3]->data)[0] = 1;
  static_cast<float*>(io.inputs[3]->data)[1] = 0;
  auto* grads = static_cast<float*>(io.output->data);
  grads[0] = 11;
  grads[1] = 3;
  EXPECT_TRUE(data->verify(SWM_MATH_NATIVE).ok);
  grads[0] = 13.3333F;
  EXPECT_THAT(data->verify(SWM_MATH_NATIVE).reason,
              HasSubstr("worst grads[0] (feature 0): found 13.3333, expected 11, "));
}

struct Fault {
  explicit Fault(Model model, FillMode mode = FillMode::bound)
      : data(make_operation_data(gradient(model, 100, 5, 3, 10))) {
    data->fill(mode, 2);
    plain::gradient<float>(data->problem(), data->operands());
    grads = vector<float>(*data->operands().output);
  }
  Verdict verify() { return data->verify(SWM_MATH_NATIVE); }
  std::unique_ptr<OperationData> data;
  Vector<float> grads;
};

class EveryModel : public testing::TestWithParam<Model> {};

TEST_P(EveryModel, SumInThePlaceOfTheMean) {
  Fault fault(GetParam());
  ASSERT_TRUE(fault.verify().ok);
  for (std::int64_t i = 0; i < fault.grads.length; ++i) fault.grads[i] *= 10;
  const Verdict verdict = fault.verify();
  EXPECT_FALSE(verdict.ok);
  EXPECT_THAT(verdict.reason, HasSubstr("the sum over the batch, not the mean"));
}

TEST_P(EveryModel, NotFiniteAndUnwritten) {
  for (const float value : {NAN, INFINITY, -INFINITY}) {
    Fault fault(GetParam());
    fault.grads[3] = value;
    const Verdict verdict = fault.verify();
    EXPECT_FALSE(verdict.ok);
    EXPECT_THAT(verdict.reason, HasSubstr("worst grads[3]"));
    EXPECT_FALSE(std::isnan(verdict.error));
  }
  Fault fault(GetParam());
  fault.data->poison_output();
  EXPECT_THAT(fault.verify().reason, HasSubstr("still hold the NaN"));
}

TEST_P(EveryModel, OneExampleLeftOutOrOneElementOff) {
  for (const FillMode mode : {FillMode::exact, FillMode::bound}) {
    Fault fault(GetParam(), mode);
    swm_problem fewer = fault.data->problem();
    fewer.batch = 9;
    plain::gradient<float>(fewer, fault.data->operands());
    EXPECT_FALSE(fault.verify().ok);
    plain::gradient<float>(fault.data->problem(), fault.data->operands());
    fault.grads[2] *= 1.001F;
    fault.grads[2] += 1e-3F;
    EXPECT_FALSE(fault.verify().ok);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, EveryModel,
                         testing::Values(Model::linear, Model::softmax, Model::bowl));

// exp() of the logits overflows in float32 unless the largest is subtracted first.
TEST(Gradient, SoftmaxWithoutTheLargestLogitIsCaught) {
  for (const Dtype dtype : {Dtype::f32, Dtype::f64}) {
    const auto data = make_operation_data(gradient(Model::softmax, 30, 4, 3, 5, dtype));
    data->fill(FillMode::exact, 3);
    const swm_tensor& params = *data->operands().inputs[3];
    const double bias = dtype == Dtype::f64
                            ? static_cast<double*>(params.data)[12]
                            : static_cast<double>(static_cast<float*>(params.data)[12]);
    EXPECT_TRUE(std::isinf(dtype == Dtype::f64
                               ? std::exp(bias)
                               : static_cast<double>(std::exp(static_cast<float>(bias)))));
  }
}

TEST(Gradient, EqualSeedsGiveEqualBits) {
  const auto a = make_operation_data(gradient(Model::linear, 50, 5, 0, 7));
  const auto b = make_operation_data(gradient(Model::linear, 50, 5, 0, 7));
  a->fill(FillMode::bound, 8);
  b->fill(FillMode::bound, 8);
  for (int i = 0; i < 4; ++i) {
    const swm_tensor *x = a->operands().inputs[i], *y = b->operands().inputs[i];
    const auto count = static_cast<std::size_t>(x->shape[0] * (x->rank == 2 ? x->shape[1] : 1));
    EXPECT_EQ(std::memcmp(x->data, y->data, count * 4), 0) << i;
  }
}

}  // namespace
}  // namespace sweepmark::host
