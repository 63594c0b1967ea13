// What a plugin built for a newer processor does on this one.
#pragma once
#include <csignal>

namespace sweepmark::test {

inline void illegal_instruction() {
#if defined(__x86_64__)
  __asm__ volatile("ud2");
#elif defined(__aarch64__)
  __asm__ volatile(".inst 0x00000000");
#else
  std::raise(SIGILL);
#endif
}

}  // namespace sweepmark::test
