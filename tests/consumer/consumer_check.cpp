// Loads the plugin file named on the command line and takes its kernels through the ABI.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "gemm_through_abi.hpp"
#include "loaded_plugin.hpp"

namespace {

using namespace sweepmark::test;

std::string plugin_path;

TEST(Consumer, ItsKernelIsRight) {
  const swm_plugin& plugin = load_plugin(plugin_path);
  EXPECT_STREQ(plugin.id, "my_gemm");
  EXPECT_NE(std::string(plugin.flags).find("-Wconversion"), std::string::npos) << plugin.flags;
  ASSERT_EQ(plugin.kernel_count, 1U);
  for (const Shape shape : {Shape{1, 1, 1}, Shape{5, 7, 3}, Shape{33, 17, 65}, Shape{2, 3, 0}}) {
    GemmOperands<float> data(shape, 3);
    data.fill_integers(1);
    const auto found = run_through_abi(*plugin.kernels[0], {}, data);
    EXPECT_FALSE(found) << shape.text() << ": " << *found;
  }
  GemmOperands<double> data({2, 2, 2}, 0);
  EXPECT_EQ(run_through_abi(*plugin.kernels[0], {}, data), "unsupported: float32 only");
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (argc != 2) {
    std::fputs("expected one argument, the plugin file\n", stderr);
    return 1;
  }
  plugin_path = argv[1];
  return RUN_ALL_TESTS();
}
