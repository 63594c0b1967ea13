// A CPU kernel that brings a timer, saying a nanosecond. Expected: refused or wrong (timer).

#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.cpu_timer", "1.0.0", "a test plugin that misbehaves"};
  using RightProduct::RightProduct;
  void start_timer() {}
  double stop_timer() { return 1; }
};

}  // namespace

SWEEPMARK_PLUGIN("bad_cpu_timer", "1.0.0", Bad)
