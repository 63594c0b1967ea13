// SWM_HAS: how a reader asks whether the struct in front of it is old enough to lack a field.
#include <gtest/gtest.h>
#include <sweepmark/abi.h>

#include <cstddef>
#include <cstdint>

namespace {

TEST(SwmHas, FieldsOfTheWholeStructAreThere) {
  swm_kernel kernel{};
  kernel.size = sizeof kernel;
  EXPECT_TRUE(SWM_HAS(&kernel, swm_kernel, size));
  EXPECT_TRUE(SWM_HAS(&kernel, swm_kernel, run));
  EXPECT_TRUE(SWM_HAS(&kernel, swm_kernel, threads_used));
}

TEST(SwmHas, FieldsAppendedAfterTheStructWasBuiltAreNot) {
  swm_kernel kernel{};
  kernel.size = offsetof(swm_kernel, threads_used);
  EXPECT_TRUE(SWM_HAS(&kernel, swm_kernel, math));
  EXPECT_FALSE(SWM_HAS(&kernel, swm_kernel, threads_used));
}

TEST(SwmHas, AFieldThatIsOnlyPartlyThereIsNot) {
  swm_kernel kernel{};
  kernel.size = static_cast<std::uint32_t>(offsetof(swm_kernel, threads_used) + 4);
  EXPECT_FALSE(SWM_HAS(&kernel, swm_kernel, threads_used));
  kernel.size =
      static_cast<std::uint32_t>(offsetof(swm_kernel, threads_used) + sizeof kernel.threads_used);
  EXPECT_TRUE(SWM_HAS(&kernel, swm_kernel, threads_used));
}

TEST(SwmHas, ANewerStructHasAllThatIsKnownHere) {
  struct {
    swm_counts known;
    double newer[8];
  } counts{};
  counts.known.size = sizeof counts;
  EXPECT_TRUE(SWM_HAS(&counts.known, swm_counts, bytes_written));
}

TEST(SwmHas, NothingIsInNull) {
  const swm_kernel* kernel = nullptr;
  EXPECT_FALSE(SWM_HAS(kernel, swm_kernel, size));
}

}  // namespace
