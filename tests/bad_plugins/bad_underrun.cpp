// Writes one element before the start of C. Expected: wrong, the guard zone before the output is
// damaged.

#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.underrun", "1.0.0", "a test plugin that misbehaves"};
  using RightProduct::RightProduct;
  void run() {
    multiply();
    with_matrices([](const auto&, const auto&, const auto& c) { *(c.data - 1) = 42; });
  }
};

}  // namespace

SWEEPMARK_PLUGIN("bad_underrun", "1.0.0", Bad)
