// Writes one element past the end of C. Expected: wrong, the guard zone after the output is
// damaged.

#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.overrun", "1.0.0", "a test plugin that misbehaves"};
  using RightProduct::RightProduct;
  void run() {
    multiply();
    with_matrices([](const auto&, const auto&, const auto& c) {
      if (c.rows > 0) c.data[(c.rows - 1) * c.stride + c.columns] = 42;
    });
  }
};

}  // namespace

SWEEPMARK_PLUGIN("bad_overrun", "1.0.0", Bad)
