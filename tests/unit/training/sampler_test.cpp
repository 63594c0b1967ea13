// Samplers: the portable order, what an epoch holds, and copies that continue alike.
#include "training/sampler.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "base/error.hpp"
#include "base/text.hpp"

namespace sweepmark::host {
namespace {

std::vector<std::int32_t> epoch_of(RowSampler& s) {
  s.next_epoch();
  return {s.rows(), s.rows() + s.epoch_length()};
}

std::string hash_of(const std::vector<std::int32_t>& rows) {
  std::string text;
  for (const auto r : rows) text += std::to_string(r) + ",";
  return fnv1a_hex(text);
}

TEST(Engines, StartAsTheStandardSays) {
  std::mt19937 g(0);
  EXPECT_EQ(g(), 2357136044U);
  EXPECT_EQ(g(), 2546248239U);
  EXPECT_EQ(g(), 3071714933U);
  std::mt19937 standard;
  standard.discard(9999);
  EXPECT_EQ(standard(), 4123659995U);
  std::mt19937_64 standard64;
  standard64.discard(9999);
  EXPECT_EQ(standard64(), 9981545732273789042U);
}

TEST(RowSampler, TheOrderOfSeed0IsFixed) {
  // Worked out independently (Python, from the definition in abi.h): no library decides it.
  RowSampler small(Sampler::shuffled, 10, 1, 1, 0);
  EXPECT_THAT(epoch_of(small), testing::ElementsAre(6, 5, 9, 2, 7, 3, 4, 0, 8, 1));
  RowSampler s(Sampler::shuffled, 1500, 10, 1, 0);
  EXPECT_EQ(hash_of(epoch_of(s)), "ee26e7ac5ca010e5");
}

TEST(RowSampler, ShuffledEpochsHoldEachExampleOnce) {
  RowSampler s(Sampler::shuffled, 100, 7, 1, 5);
  const auto first = epoch_of(s), second = epoch_of(s);
  EXPECT_NE(first, second);
  for (auto epoch : {first, second}) {
    std::sort(epoch.begin(), epoch.end());
    for (std::int32_t i = 0; i < 100; ++i) EXPECT_EQ(epoch[static_cast<std::size_t>(i)], i);
  }
}

TEST(RowSampler, WithReplacementDrawsAsManyAndRepeatsSome) {
  RowSampler s(Sampler::with_replacement, 1000, 10, 1, 5);
  const auto rows = epoch_of(s);
  EXPECT_EQ(rows.size(), 1000U);
  const std::set<std::int32_t> distinct(rows.begin(), rows.end());
  EXPECT_NEAR(static_cast<double>(distinct.size()), 632, 45) << "1 - 1/e of them, 4 deviations";
}

TEST(RowSampler, IndependentBatchesHoldNoRowTwice) {
  RowSampler s(Sampler::independent, 10, 4, 1, 5);
  EXPECT_EQ(s.epoch_length(), 12);
  for (int epoch = 0; epoch < 20; ++epoch) {
    const auto rows = epoch_of(s);
    for (std::size_t batch = 0; batch < 12; batch += 4)
      EXPECT_EQ(std::set<std::int32_t>(rows.begin() + static_cast<std::ptrdiff_t>(batch),
                                       rows.begin() + static_cast<std::ptrdiff_t>(batch) + 4)
                    .size(),
                4U);
  }
}

TEST(RowSampler, DuplicatesStandInARow) {
  RowSampler once(Sampler::shuffled, 50, 5, 1, 9), twice(Sampler::shuffled, 50, 5, 2, 9);
  const auto a = epoch_of(once), b = epoch_of(twice);
  ASSERT_EQ(b.size(), 100U);
  for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(b[i], a[i / 2]);
}

TEST(RowSampler, ACopyContinuesAlike) {
  for (const Sampler kind : {Sampler::shuffled, Sampler::with_replacement, Sampler::independent}) {
    RowSampler s(kind, 30, 4, 1, 1);
    s.next_epoch();
    RowSampler copy = s;
    EXPECT_EQ(epoch_of(s), epoch_of(copy));
  }
}

TEST(RowSampler, BatchesLargerThanAnEpochAreRefused) {
  EXPECT_THROW(RowSampler(Sampler::shuffled, 10, 11, 1, 0), Error);
  EXPECT_NO_THROW(RowSampler(Sampler::shuffled, 10, 11, 2, 0));
  EXPECT_THROW(RowSampler(Sampler::independent, 10, 2, 2, 0), Error);
}

}  // namespace
}  // namespace sweepmark::host
