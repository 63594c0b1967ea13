// Multiplies in its first run only. Expected: wrong.

#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.once", "1.0.0", "a test plugin that misbehaves"};
  using RightProduct::RightProduct;
  void run() {
    if (!done) multiply();
    done = true;
  }
  bool done = false;
};

}  // namespace

SWEEPMARK_PLUGIN("bad_once", "1.0.0", Bad)
