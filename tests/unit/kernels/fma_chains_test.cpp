// The ceilings' kernels do the arithmetic they count.
#include "kernels/cpu/fma_chains.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/cpu/simd_target.hpp"
#include "kernels/cpu/stream_read.hpp"
#include "kernels/cpu/stream_triad.hpp"

namespace sweepmark::kernels {
namespace {

template <class T>
class CeilingTest : public testing::Test {
 protected:
  /// Runs `body` once for every SIMD target this machine has.
  template <class Body>
  static void for_each_target(Body&& body) {
    for (const std::string& name : simd_targets()) {
      ASSERT_TRUE(force_simd_target(name));
      body();
    }
    force_simd_target("");
  }
};
using ElementTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(CeilingTest, ElementTypes);

TYPED_TEST(CeilingTest, EveryChainFollowsItsRecurrence) {
  this->for_each_target([] {
    for (const std::int64_t n : {0, 1, 7, 16, 159, 160, 161, 337}) {
      const auto size = static_cast<std::size_t>(n);
      std::vector<TypeParam> x(size), y(size, TypeParam(-1));
      for (std::size_t j = 0; j < size; ++j) x[j] = static_cast<TypeParam>(j % 8);
      fma_chains<TypeParam>(x.data(), TypeParam(0.5), TypeParam(1), y.data(), n, 3);
      // Halves and small integers: every step is exact, fused or not.
      for (std::size_t j = 0; j < size; ++j) ASSERT_EQ(y[j], x[j] / 8 + TypeParam(1.75)) << j;
      fma_chains<TypeParam>(x.data(), TypeParam(0.5), TypeParam(1), y.data(), n, 0);
      ASSERT_EQ(x, y);
    }
  });
}

TYPED_TEST(CeilingTest, ReadSumsEveryElement) {
  this->for_each_target([] {
    for (std::int64_t count = 0; count < 300; ++count) {
      std::vector<TypeParam> data(static_cast<std::size_t>(count));
      TypeParam sum = 0;
      for (std::size_t i = 0; i < data.size(); ++i) {
        data[i] = static_cast<TypeParam>(i % 7);
        sum += data[i];
      }
      ASSERT_EQ(stream_read<TypeParam>(data.data(), count), sum) << count;
    }
    EXPECT_EQ(stream_read<TypeParam>(nullptr, -1), TypeParam(0));
  });
}

TYPED_TEST(CeilingTest, TriadWritesEveryElement) {
  this->for_each_target([] {
    for (std::int64_t count = 0; count < 150; ++count) {
      const auto size = static_cast<std::size_t>(count);
      std::vector<TypeParam> a(size, TypeParam(-1)), b(size), c(size);
      for (std::size_t i = 0; i < size; ++i) {
        b[i] = static_cast<TypeParam>(i % 7);
        c[i] = static_cast<TypeParam>(i % 5);
      }
      stream_triad<TypeParam>(a.data(), b.data(), c.data(), TypeParam(3), count);
      for (std::size_t i = 0; i < size; ++i) ASSERT_EQ(a[i], b[i] + 3 * c[i]) << count;
    }
  });
}

}  // namespace
}  // namespace sweepmark::kernels
