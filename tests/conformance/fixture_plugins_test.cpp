// The test plugins do what their names say: a fixture that quietly works, or quietly fails, would
// let every test of the host that leans on it pass.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "gemm_through_abi.hpp"
#include "loaded_plugin.hpp"

namespace {

using namespace sweepmark::test;

const swm_plugin& bad(const std::string& name) {
  return load_plugin(std::string(SWEEPMARK_BAD_PLUGIN_DIR) + "/" + name + ".swm.so");
}
const swm_plugin& good(const std::string& name) {
  return load_plugin(std::string(SWEEPMARK_TEST_PLUGIN_DIR) + "/" + name + ".swm.so");
}

std::optional<std::string> first_kernel_on(const swm_plugin& plugin, Shape shape,
                                           bool new_inputs = true) {
  GemmOperands<float> data(shape, 0);
  data.fill_integers(9);
  const swm_kernel& kernel = *plugin.kernels[0];
  return run_through_abi(kernel, presets(kernel), data, 1, new_inputs);
}

TEST(TestPlugins, AreRight) {
  for (const char* name : {"test_one_millisecond", "test_slowed", "test_known_cost"})
    for (const Shape shape : {Shape{1, 1, 1}, Shape{7, 11, 13}, Shape{3, 2, 0}, Shape{0, 2, 3}}) {
      const swm_plugin& plugin = good(name);
      for (std::uint32_t i = 0; i < plugin.kernel_count; ++i) {
        GemmOperands<double> data(shape, 3);
        data.fill_integers(9);
        const swm_kernel& kernel = *plugin.kernels[i];
        const auto found = run_through_abi(kernel, presets(kernel), data);
        EXPECT_FALSE(found) << kernel.id << " " << shape.text() << ": " << *found;
      }
    }
  EXPECT_FALSE(first_kernel_on(good("test_empty"), {1, 1, 0}));
  EXPECT_FALSE(first_kernel_on(good("test_empty"), {5, 4, 0}));
  EXPECT_FALSE(first_kernel_on(good("test_prepacked"), {5, 4, 3}));
  EXPECT_EQ(first_kernel_on(good("test_empty"), {1, 1, 1}),
            "unsupported: k is 1, this kernel is for k = 0 only");
}

TEST(BadPlugins, WriteWhatTheySay) {
  const Shape shape{5, 4, 3};
  const auto nan = first_kernel_on(bad("bad_nan"), shape);
  ASSERT_TRUE(nan);
  EXPECT_EQ(nan->find("C(4, 3) is "), 0U) << *nan;
  const auto inf = first_kernel_on(bad("bad_inf"), shape);
  ASSERT_TRUE(inf);
  EXPECT_EQ(inf->find("C(4, 3) is inf"), 0U) << *inf;
  EXPECT_TRUE(first_kernel_on(bad("bad_nothing"), shape));
  EXPECT_EQ(first_kernel_on(bad("bad_overrun"), shape), "elements outside C were written");
  EXPECT_EQ(first_kernel_on(bad("bad_underrun"), shape), "elements outside C were written");
#if !defined(__SANITIZE_THREAD__)  // a data race by design
  EXPECT_TRUE(first_kernel_on(bad("bad_async_without_wait"), shape));
#endif
  EXPECT_TRUE(first_kernel_on(bad("bad_same_symbol_wrong"), shape));
  EXPECT_FALSE(first_kernel_on(bad("bad_same_symbol_right"), shape));
}

TEST(BadPlugins, AreRightOnceAndWrongWithNewInputs) {
  const Shape shape{5, 4, 3};
  for (const char* name : {"bad_once", "bad_packs_in_prepare"}) {
    EXPECT_FALSE(first_kernel_on(bad(name), shape, false)) << name;
    EXPECT_TRUE(first_kernel_on(bad(name), shape, true)) << name;
  }
}

TEST(BadPlugins, MultiplyRightlyButForTheirManners) {
  for (const char* name : {"bad_ignores_repeats", "bad_cpu_timer", "bad_lying_timer", "bad_threads",
                           "bad_leak", "bad_names", "bad_duplicate_ids", "bad_signal_handler"})
    EXPECT_FALSE(first_kernel_on(bad(name), {5, 4, 3})) << name;
}

TEST(BadPlugins, RefuseAsTheySay) {
  EXPECT_EQ(first_kernel_on(bad("bad_unsupported"), {1, 1, 1}),
            "unsupported: only multiplies on Tuesdays");
  EXPECT_EQ(first_kernel_on(bad("bad_prepare"), {1, 1, 1}),
            "prepare: the moon is in the wrong phase, found waning, expected full");
  EXPECT_EQ(first_kernel_on(bad("bad_silent_refusal"), {1, 1, 1}), "unsupported: ");
}

TEST(BadPlugins, AMissingLibraryIsNamedByTheLoader) {
  try {
    bad("bad_missing_library");
    FAIL() << "libgone.so was found";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("libgone.so: cannot open shared object file"),
              std::string::npos)
        << error.what();
  }
}

// Last: it changes the floating-point mode of this process.
TEST(BadPluginsLast, FastMathAtLoadFlushesSubnormals) {
#if defined(__clang__) || !defined(__x86_64__)
  GTEST_SKIP() << "links start-up code that sets flush-to-zero with g++ on x86 only";
#endif
  volatile float smallest = std::numeric_limits<float>::min();
  const float before = smallest / 2;
  EXPECT_GT(before, 0);
  bad("bad_fast_math_at_load");
  const float after = smallest / 2;
  EXPECT_EQ(after, 0);
}

}  // namespace
