// Operands on a device: the host puts them there, changes them there, brings the result home and
// watches what surrounds them there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>

#include "fake_device_plugin.hpp"
#include "harness/device_state.hpp"
#include "harness/prepared_case.hpp"
#include "plugin/devices.hpp"

namespace sweepmark::host {
namespace {

using testing::HasSubstr;

class DeviceCase : public testing::Test {
 protected:
  static Problem small() {
    Problem problem;
    problem.m = 7, problem.n = 5, problem.k = 3;
    return problem;
  }
  std::unique_ptr<PreparedCase> prepared(const std::string& kernel,
                                         CacheMode cache = CacheMode::hot) {
    Case c;
    c.kernel = kernel;
    c.problem = problem_;
    c.device = "cuda";
    c.cache = cache;
    return std::make_unique<PreparedCase>(c, plugin_, operands_);
  }
  std::string wrong_reason(PreparedCase& c, FillMode mode = FillMode::exact) {
    try {
      c.check(mode);
    } catch (const Wrong& wrong) {
      return wrong.what();
    }
    return "";
  }

  LoadedPlugin plugin_ = test::fake_device_plugin();
  Problem problem_ = small();
  std::shared_ptr<SharedOperands> operands_ = std::make_shared<SharedOperands>(problem_);
};

TEST_F(DeviceCase, ARightKernelIsRightInBothModes) {
  auto c = prepared("gemm.fake.right");
  c->check(FillMode::exact);
  c->check(FillMode::bound);
  const double ns = c->sample({.warm_up = true, .verify = true});
  EXPECT_GT(ns, 0);
  EXPECT_EQ(c->finish().at("timer"), "plugin");
}

TEST_F(DeviceCase, ANeverWrittenOutputIsStillPoison) {
  auto right = prepared("gemm.fake.right");
  right->check(FillMode::exact);
  // The result of the kernel before it, on the device and at home, must not count for this one.
  auto idle = prepared("gemm.fake.idle");
  EXPECT_THAT(wrong_reason(*idle), HasSubstr("NaN"));
}

TEST_F(DeviceCase, AnInputChangedOnTheDeviceIsNamedAndMended) {
  auto bad = prepared("gemm.fake.changes_input");
  EXPECT_THAT(wrong_reason(*bad), HasSubstr("input 0 was changed on the device"));
  auto right = prepared("gemm.fake.right");
  EXPECT_EQ(wrong_reason(*right), "");
}

TEST_F(DeviceCase, AWritePastTheEndOnTheDeviceIsNamedAndMended) {
  auto bad = prepared("gemm.fake.overruns");
  EXPECT_THAT(wrong_reason(*bad), HasSubstr("directly after the output was overwritten"));
  auto right = prepared("gemm.fake.right");
  EXPECT_EQ(wrong_reason(*right), "");
}

TEST_F(DeviceCase, EmptySidesAreMirroredToo) {
  for (const auto& [m, n, k] : {std::array<std::int64_t, 3>{0, 3, 2}, {2, 0, 3}, {2, 3, 0}}) {
    problem_.m = m, problem_.n = n, problem_.k = k;
    operands_ = std::make_shared<SharedOperands>(problem_);
    auto c = prepared("gemm.fake.right");
    EXPECT_EQ(wrong_reason(*c), "") << m << " " << n << " " << k;
  }
}

TEST_F(DeviceCase, ColdFlushesTheDevicesCacheBeforeEachCall) {
  auto c = prepared("gemm.fake.right", CacheMode::cold);
  c->check(FillMode::exact);
  EXPECT_EQ(test::take_flushes(), 0);
  c->check(FillMode::bound);
  c->calibrate(true);
  test::take_flushes();
  c->sample({});
  const Json readiness = c->readiness();
  EXPECT_EQ(test::take_flushes(), readiness.at("iterations").get<int>());
  EXPECT_THAT(readiness.at("notes").dump(), HasSubstr("cache emptied before each call"));
}

TEST_F(DeviceCase, DevicesAreDescribedAndUnknownNumbersAreAbsent) {
  const auto devices = devices_of(*plugin_.descriptor);
  ASSERT_EQ(devices.size(), 1U);
  EXPECT_EQ(devices[0].name, "fake device");
  EXPECT_EQ(devices[0].memory_bytes, std::nullopt);
  EXPECT_EQ(devices[0].clock_mhz, std::nullopt);
  EXPECT_FALSE(describe_device(*plugin_.descriptor, 1).has_value());
  EXPECT_EQ(device_state(*plugin_.descriptor, SWM_CUDA, 0), std::nullopt);
}

}  // namespace
}  // namespace sweepmark::host
