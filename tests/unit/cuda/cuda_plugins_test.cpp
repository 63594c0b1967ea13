// The CUDA plugins of this build: they load without a driver, and then every kernel says why it
// cannot run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <string>

#include "plugin/devices.hpp"
#include "plugin/library.hpp"

namespace sweepmark::host {
namespace {

using testing::StartsWith;

class CudaPlugin : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    const std::string path = std::string(SWEEPMARK_PLUGIN_DIR) + "/" + GetParam() + ".swm.so";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "not built here: " << path;
    plugin_ = load_plugin(path, "");
    ASSERT_TRUE(plugin_.info.accepted) << plugin_.info.reason;
  }
  bool has_device() const { return !devices_of(*plugin_.descriptor).empty(); }
  LoadedPlugin plugin_;
  std::array<char, 512> text_{};
  swm_error error_{sizeof(swm_error), 0, text_.data(), text_.size()};
};

TEST_P(CudaPlugin, LoadsAndSaysWhatItWasBuiltWith) {
  EXPECT_FALSE(plugin_.info.library.empty());
  EXPECT_TRUE(plugin_.info.warnings.empty());
  for (const auto& kernel : plugin_.info.kernels)
    EXPECT_EQ(kernel.has_timer, kernel.device == "cuda") << kernel.id;
}

TEST_P(CudaPlugin, EveryKernelIsUnsupportedWithoutADevice) {
  if (has_device()) GTEST_SKIP() << "there is a device here";
  for (std::uint32_t i = 0; i < plugin_.descriptor->kernel_count; ++i) {
    const swm_kernel& kernel = *plugin_.descriptor->kernels[i];
    swm_problem problem{};
    problem.size = sizeof problem;
    problem.op = kernel.op;
    problem.dtype = SWM_F32;
    problem.threads = 1;
    problem.m = problem.n = problem.k = 8;
    const std::array<swm_value, 4> tuning{{{.i = 8}, {.i = 8}, {.i = 8}, {.i = 8}}};
    text_.fill('\0');
    EXPECT_EQ(kernel.supports(&problem, tuning.data(), &error_), SWM_UNSUPPORTED) << kernel.id;
    EXPECT_THAT(text_.data(), StartsWith("no CUDA device (driver ")) << kernel.id;
  }
}

TEST_P(CudaPlugin, EveryOptimizerIsUnsupportedWithoutADevice) {
  if (has_device()) GTEST_SKIP() << "there is a device here";
  for (std::uint32_t i = 0; i < plugin_.descriptor->optimizer_count; ++i) {
    const swm_optimizer& optimizer = *plugin_.descriptor->optimizers[i];
    swm_training training{};
    training.size = sizeof training;
    training.dtype = SWM_F32;
    const std::array<swm_value, 8> hyper{};
    text_.fill('\0');
    EXPECT_EQ(optimizer.supports(&training, hyper.data(), &error_), SWM_UNSUPPORTED);
    EXPECT_THAT(text_.data(), StartsWith("no CUDA device (driver ")) << optimizer.id;
  }
}

TEST_P(CudaPlugin, ASecondDeviceThatIsNotThereIsNamed) {
  if (!has_device()) GTEST_SKIP() << "no device here";
  for (std::uint32_t i = 0; i < plugin_.descriptor->kernel_count; ++i) {
    swm_problem problem{};
    problem.size = sizeof problem;
    problem.dtype = SWM_F32;
    problem.threads = 1;
    problem.device_index = 999;
    const std::array<swm_value, 4> tuning{{{.i = 8}, {.i = 8}, {.i = 8}, {.i = 8}}};
    EXPECT_EQ(plugin_.descriptor->kernels[i]->supports(&problem, tuning.data(), &error_),
              SWM_UNSUPPORTED);
    EXPECT_THAT(text_.data(), StartsWith("no CUDA device 999"));
  }
}

INSTANTIATE_TEST_SUITE_P(All, CudaPlugin,
                         testing::Values("gemm_cuda", "gemm_cublas", "gradient_cuda",
                                         "optimizers_cuda", "ceilings_cuda"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace sweepmark::host
