// Returns at once without writing C. Expected: wrong, never ranked.

#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.nothing", "1.0.0", "a test plugin that misbehaves"};
  using RightProduct::RightProduct;
  void run() {}
};

}  // namespace

SWEEPMARK_PLUGIN("bad_nothing", "1.0.0", Bad)
