// Linked with -Ofast, whose start-up code sets flush-to-zero for the whole process. Expected:
// measured with a warning, the mode restored.

#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.fast_math_at_load", "1.0.0",
                             "a test plugin that misbehaves"};
  using RightProduct::RightProduct;
};

}  // namespace

SWEEPMARK_PLUGIN("bad_fast_math_at_load", "1.0.0", Bad)
