#include "ops/operands.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "base/error.hpp"

namespace sweepmark::host {
namespace {

using testing::HasSubstr;
using testing::Optional;

TEST(GuardedBuffer, StartsAlignedAndWhole) {
  for (const std::size_t bytes : {0UL, 1UL, 4UL, 100UL, 4096UL, 70000UL, 3UL << 20}) {
    const GuardedBuffer buffer(bytes, 1);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % 64, 0U) << bytes;
    EXPECT_EQ(buffer.bytes(), bytes);
    EXPECT_EQ(buffer.guard_damage(), std::nullopt) << bytes;
  }
}

TEST(GuardedBuffer, SeesOneByteOnEitherSide) {
  for (const std::size_t bytes : {0UL, 3UL, 70001UL, (2UL << 20) + 5}) {
    GuardedBuffer after(bytes, 0), before(bytes, 2);
    after.data()[bytes] ^= std::byte{1};
    before.data()[-1] ^= std::byte{1};
    EXPECT_EQ(after.guard_damage(), 0) << bytes;
    EXPECT_EQ(before.guard_damage(), -1) << bytes;
  }
}

TEST(GuardedBuffer, EqualStaggerGivesEqualPageOffset) {
  const GuardedBuffer a(1000, 1), b(1000, 1), c(1000, 2);
  const auto offset = [](const GuardedBuffer& x) {
    return reinterpret_cast<std::uintptr_t>(x.data()) % 4096;
  };
  EXPECT_EQ(offset(a), offset(b));
  EXPECT_EQ(offset(c), offset(a) + 320);
}

TEST(GuardedBuffer, RefusesMoreThanTheMachineHas) {
  try {
    const GuardedBuffer buffer(std::size_t{1} << 60, 0);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("an operand needs"));
  }
  EXPECT_THROW(Tensor("A", SWM_F64, std::int64_t{1} << 40, std::int64_t{1} << 40, 0, 0), Error);
}

TEST(Tensor, DescribesItself) {
  const Tensor matrix("A", SWM_F32, 3, 5, 0, 0), vector("y", SWM_I32, 7);
  EXPECT_EQ(matrix.abi().rank, 2U);
  EXPECT_EQ(matrix.abi().shape[0], 3);
  EXPECT_EQ(matrix.abi().shape[1], 5);
  EXPECT_EQ(matrix.abi().stride[0], 5);
  EXPECT_EQ(matrix.abi().stride[1], 1);
  EXPECT_EQ(matrix.abi().data, matrix.values<void*>());
  EXPECT_EQ(vector.abi().rank, 1U);
  EXPECT_EQ(vector.abi().shape[0], 7);
  EXPECT_EQ(vector.elements(), 7);
  EXPECT_EQ(Tensor("B", SWM_F32, 3, 0, 0, 0).abi().stride[0], 1);
}

TEST(Tensor, PoisonIsNanEverywhereAndCounted) {
  Tensor f("C", SWM_F32, 3, 5, 2, 0), d("C", SWM_F64, 4), i("C", SWM_I32, 4);
  f.poison();
  d.poison();
  i.poison();
  std::int64_t first = -1;
  EXPECT_EQ(f.count_poison(first), 15);
  EXPECT_EQ(first, 0);
  EXPECT_TRUE(std::isnan(f.values<float>()[7]));
  EXPECT_EQ(d.count_poison(first), 4);
  d.values<double>()[0] = NAN;
  EXPECT_EQ(d.count_poison(first), 3);
  EXPECT_EQ(first, 1);
  EXPECT_EQ(i.values<std::int32_t>()[3], -1);
  EXPECT_EQ(f.damage(), std::nullopt);
}

TEST(Tensor, NamesWhatWasOverwritten) {
  Tensor c("C", SWM_F32, 3, 5, 2, 0);
  c.values<float>()[7 + 5] = 1;
  EXPECT_THAT(c.damage(), Optional(HasSubstr("padding behind row 1 of C")));
  Tensor past("C", SWM_F64, 3);
  past.values<double>()[4] = 1;
  EXPECT_THAT(past.damage(), Optional(HasSubstr("behind C was overwritten, 2 element(s) past")));
  Tensor before("C", SWM_F64, 3);
  before.values<double>()[-1] = 1;
  EXPECT_THAT(before.damage(), Optional(HasSubstr("before C was overwritten, 1 element(s)")));
}

TEST(Tensor, ReadingPastAnEndGivesNan) {
  for (std::int64_t n = 0; n < 9; ++n) {
    const Tensor f("x", SWM_F32, n), d("x", SWM_F64, n), i("rows", SWM_I32, n);
    EXPECT_TRUE(std::isnan(f.values<float>()[n]));
    EXPECT_TRUE(std::isnan(f.values<float>()[-1]));
    EXPECT_TRUE(std::isnan(d.values<double>()[n]));
    EXPECT_LT(i.values<std::int32_t>()[n], 0);
  }
}

TEST(Tensor, ChecksumSeesEveryElement) {
  for (const std::int64_t n : {1, 7, 8, 9, 100}) {
    Tensor x("x", SWM_F32, n);
    for (std::int64_t i = 0; i < n; ++i) x.values<float>()[i] = static_cast<float>(i);
    const auto whole = x.checksum();
    for (std::int64_t i = 0; i < n; ++i) {
      float& value = x.values<float>()[i];
      const float kept = std::exchange(value, value + 0.5F);
      EXPECT_NE(x.checksum(), whole) << i;
      value = kept;
    }
    EXPECT_EQ(x.checksum(), whole);
  }
}

}  // namespace
}  // namespace sweepmark::host
