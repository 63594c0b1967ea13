// Never returns from run. Expected: timed_out.
#include <unistd.h>

#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.hang", "1.0.0", "a test plugin that misbehaves"};
  using RightProduct::RightProduct;
  void run() {
    for (;;) pause();
  }
};

}  // namespace

SWEEPMARK_PLUGIN("bad_hang", "1.0.0", Bad)
