// Runs an instruction this processor lacks. Expected: crashed (SIGILL).

#include "illegal_instruction.hpp"
#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.sigill", "1.0.0", "a test plugin that misbehaves"};
  using RightProduct::RightProduct;
  void run() { test::illegal_instruction(); }
};

}  // namespace

SWEEPMARK_PLUGIN("bad_sigill", "1.0.0", Bad)
