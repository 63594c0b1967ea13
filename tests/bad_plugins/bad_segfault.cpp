// Writes to address 0 in run. Expected: crashed (SIGSEGV).

#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.segfault", "1.0.0", "a test plugin that misbehaves"};
  using RightProduct::RightProduct;
  // Volatile twice over: neither the pointer nor the write may be reasoned away.
  void run() {
    volatile int* volatile nowhere = nullptr;
    *nowhere = 1;
  }
};

}  // namespace

SWEEPMARK_PLUGIN("bad_segfault", "1.0.0", Bad)
