// Runs an instruction this processor lacks in a static constructor. Expected: refused, SIGILL.

#include "illegal_instruction.hpp"
#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Illegal {
  Illegal() { test::illegal_instruction(); }
};
const Illegal illegal;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.sigill_at_load", "1.0.0", "a test plugin that misbehaves"};
  using RightProduct::RightProduct;
};

}  // namespace

SWEEPMARK_PLUGIN("bad_sigill_at_load", "1.0.0", Bad)
