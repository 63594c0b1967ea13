// PyTorch's SGD through the ABI: p -= lr * scale * g, on the host's own vectors.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <string>

#include "loaded_plugin.hpp"

namespace {

TEST(TorchSgd, StepsOnTheBoundVectors) {
  const std::string path = std::string(SWEEPMARK_PLUGIN_DIR) + "/torch_kernels.swm.so";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " was not built";
  const swm_plugin& plugin = sweepmark::test::load_plugin(path);
  ASSERT_EQ(plugin.optimizer_count, 1U);
  const swm_optimizer& sgd = *plugin.optimizers[0];
  ASSERT_STREQ(sgd.id, "optimizer.torch.sgd");

  std::array<double, 3> params{1, -2, 0.5}, grads{2, 4, -1};
  const auto tensor = [](auto& values) {
    return swm_tensor{sizeof(swm_tensor), SWM_F64,      SWM_CPU,      1,
                      {3, 0, 0, 0},       {1, 0, 0, 0}, values.data()};
  };
  const swm_tensor p = tensor(params), g = tensor(grads);
  const swm_training training{sizeof(swm_training), SWM_F64, &p, &g, nullptr};
  std::array<char, 256> text{};
  swm_error error{sizeof(swm_error), 0, text.data(), text.size()};
  swm_value rate{};
  rate.d = 0.125;
  void* instance = nullptr;
  ASSERT_EQ(sgd.create(&training, &rate, &instance, &error), SWM_OK) << text.data();

  ASSERT_EQ(sgd.step(instance, 1, 1, &error), SWM_OK) << text.data();
  EXPECT_EQ(params, (std::array{0.75, -2.5, 0.625}));
  grads = {-2, 0, 1};
  ASSERT_EQ(sgd.step(instance, 2, 2, &error), SWM_OK) << text.data();
  EXPECT_EQ(params, (std::array{1.25, -2.5, 0.375}));
  ASSERT_EQ(sgd.step(instance, 3, 1, &error), SWM_OK) << text.data();
  EXPECT_EQ(params, (std::array{1.5, -2.5, 0.25}));
  sgd.destroy(instance);
}

}  // namespace
