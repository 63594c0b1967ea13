// Never returns from prepare. Expected: timed_out.
#include <unistd.h>

#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.hang_in_prepare", "1.0.0", "a test plugin that misbehaves"};
  Bad(const Problem& problem, Tuning tuning, const Operands& operands)
      : RightProduct(problem, tuning, operands) {
    for (;;) pause();
  }
};

}  // namespace

SWEEPMARK_PLUGIN("bad_hang_in_prepare", "1.0.0", Bad)
