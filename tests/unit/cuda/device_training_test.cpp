// Training whose vectors live on a device gives what it gives in host memory, to the bit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "fake_device.hpp"
#include "training/training_loop.hpp"
#include "training_tables.hpp"

namespace sweepmark::host {
namespace {

using test::gradient_on;
using test::momentum_on;
using testing::HasSubstr;

const swm_buffers* fake_buffers() {
  return static_cast<const swm_buffers*>(test::fake_device_extension(SWM_BUFFERS_EXTENSION));
}

Dataset line() {
  Dataset data;
  data.name = "line";
  data.source = "built in";
  data.features = 1;
  data.train.count = 23;
  for (int i = 0; i < 23; ++i) {
    data.train.x.push_back(0.1 * i - 1);
    data.train.y.push_back(0.3 * i + 1);
  }
  return data;
}

LoopSettings settings(std::int64_t accumulation) {
  LoopSettings s;
  s.batch_size = 5;  // the last batch of an epoch is smaller
  s.accumulation = accumulation;
  s.hyperparameters["learning_rate"] = 0.05;
  s.start = {0.5, -0.5};
  return s;
}

std::string refusal_of(const swm_kernel& gradient, const swm_optimizer& optimizer,
                       const swm_buffers* buffers) {
  try {
    TrainingLoop loop(line(), Dtype::f64, gradient, optimizer, settings(1), buffers);
  } catch (const PluginFailure& failure) {
    return failure.outcome() == Outcome::unsupported ? failure.what() : "";
  }
  return "";
}

TEST(DeviceTraining, TheSameParametersAndStatesAsInHostMemory) {
  for (const std::int64_t accumulation : {1, 2}) {
    TrainingLoop at_home(line(), Dtype::f64, gradient_on(SWM_CPU), momentum_on(SWM_CPU),
                         settings(accumulation));
    TrainingLoop away(line(), Dtype::f64, gradient_on(SWM_CUDA), momentum_on(SWM_CUDA),
                      settings(accumulation), fake_buffers());
    at_home.run_epochs(3);
    away.run_epochs(3);
    EXPECT_EQ(away.params(), at_home.params());
    EXPECT_EQ(away.states(), at_home.states());
    EXPECT_NE(away.params(), settings(1).start);
    EXPECT_EQ(away.damage(), std::nullopt);
  }
}

TEST(DeviceTraining, ASnapshotGoesBackAndComesAgain) {
  TrainingLoop loop(line(), Dtype::f32, gradient_on(SWM_CUDA), momentum_on(SWM_CUDA), settings(1),
                    fake_buffers());
  loop.run_steps(3);
  const auto snapshot = loop.snapshot();
  loop.run_steps(4);
  const auto params = loop.params();
  const auto states = loop.states();
  loop.restore(snapshot);
  EXPECT_EQ(loop.params(), snapshot.params);
  loop.run_steps(4);
  EXPECT_EQ(loop.params(), params);
  EXPECT_EQ(loop.states(), states);
}

TEST(DeviceTraining, OneGradientComesHome) {
  const std::vector<std::int32_t> rows{0, 5, 7, 7, 22};
  TrainingLoop at_home(line(), Dtype::f64, gradient_on(SWM_CPU), momentum_on(SWM_CPU), settings(1));
  TrainingLoop away(line(), Dtype::f64, gradient_on(SWM_CUDA), momentum_on(SWM_CUDA), settings(1),
                    fake_buffers());
  EXPECT_EQ(away.gradient_of(rows), at_home.gradient_of(rows));
}

TEST(DeviceTraining, PluginsOfDifferentDevicesAreUnsupportedTogether) {
  const std::string reason = "runs on another device than the data";
  EXPECT_THAT(refusal_of(gradient_on(SWM_CUDA), momentum_on(SWM_CPU), fake_buffers()),
              HasSubstr(reason));
  EXPECT_THAT(refusal_of(gradient_on(SWM_CPU), momentum_on(SWM_CUDA), nullptr), HasSubstr(reason));
  EXPECT_THAT(refusal_of(gradient_on(SWM_CUDA), momentum_on(SWM_CUDA), nullptr), HasSubstr(reason));
}

}  // namespace
}  // namespace sweepmark::host
