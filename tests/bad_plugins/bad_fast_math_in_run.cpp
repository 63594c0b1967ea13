// Sets flush-to-zero in run. Expected: measured, the mode restored and the plugin named.

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.fast_math_in_run", "1.0.0", "a test plugin that misbehaves"};
  using RightProduct::RightProduct;
  void run() {
    multiply();
#if defined(__x86_64__)
    _mm_setcsr(_mm_getcsr() | 0x8040U);
#elif defined(__aarch64__)
    std::uint64_t control = 0;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    __asm__ volatile("msr fpcr, %0" : : "r"(control | (std::uint64_t{1} << 24)));
#endif
  }
};

}  // namespace

SWEEPMARK_PLUGIN("bad_fast_math_in_run", "1.0.0", Bad)
