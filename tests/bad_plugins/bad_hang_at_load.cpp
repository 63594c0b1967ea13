// Never returns from a static constructor. Expected: refused, loading took too long.
#include <unistd.h>

#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Hang {
  Hang() {
    for (;;) pause();
  }
};
const Hang hang;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.hang_at_load", "1.0.0", "a test plugin that misbehaves"};
  using RightProduct::RightProduct;
};

}  // namespace

SWEEPMARK_PLUGIN("bad_hang_at_load", "1.0.0", Bad)
