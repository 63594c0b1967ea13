#include "ops/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace sweepmark::host {
namespace {

// The first outputs of SplitMix64 from seed 1234567, as published with its reference code.
TEST(Random, IsSplitMix64) {
  EXPECT_EQ(random_bits(1234567, 0), 6457827717110365317U);
  EXPECT_EQ(random_bits(1234567, 1), 3203168211198807973U);
  EXPECT_EQ(random_bits(1234567, 2), 9817491932198370423U);
}

TEST(Random, SumOfBytes) {
  EXPECT_EQ(sum_of_bytes(0), 0U);
  EXPECT_EQ(sum_of_bytes(0x0102030405060708U), 36U);
  EXPECT_EQ(sum_of_bytes(~std::uint64_t{0}), 2040U);
}

TEST(Random, NormalHasTheRightMoments) {
  constexpr int count = 1000000;
  double sum = 0, squares = 0, cubes = 0, fourths = 0, largest = 0;
  for (int i = 0; i < count; ++i) {
    const double x = random_normal(42, static_cast<std::uint64_t>(i));
    sum += x;
    squares += x * x;
    cubes += x * x * x;
    fourths += x * x * x * x;
    largest = std::fmax(largest, std::fabs(x));
  }
  EXPECT_NEAR(sum / count, 0, 0.005);
  EXPECT_NEAR(squares / count, 1, 0.007);
  EXPECT_NEAR(cubes / count, 0, 0.02);
  EXPECT_NEAR(fourths / count, 2.9, 0.05);  // twelve uniforms: 3 - 0.1
  EXPECT_GT(largest, 4);
  EXPECT_LT(largest, 6);
}

TEST(Random, IntegersReachBothEnds) {
  bool low = false, high = false;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const auto v = random_integer(7, i, 3);
    EXPECT_LE(v, 3);
    EXPECT_GE(v, -3);
    low |= v == -3;
    high |= v == 3;
  }
  EXPECT_TRUE(low && high);
  EXPECT_EQ(random_index(1, 2, 1), 0);
}

// What the shuffle of sgd_epoch relies on.
TEST(Random, EngineIsTheStandardOne) {
  std::mt19937_64 engine;
  engine.discard(9999);
  EXPECT_EQ(engine(), 9981545732273789042U);
}

}  // namespace
}  // namespace sweepmark::host
