// Waiting for a point in time without leaving the processor: a sleep ends tens of microseconds
// late.
#pragma once
#include <chrono>

namespace sweepmark::test {

using Clock = std::chrono::steady_clock;

inline void spin_until(Clock::time_point end) {
  while (Clock::now() < end) {
  }
}

}  // namespace sweepmark::test
