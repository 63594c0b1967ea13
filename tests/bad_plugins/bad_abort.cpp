// Calls abort in run. Expected: crashed (SIGABRT).
#include <cstdlib>

#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.abort", "1.0.0", "a test plugin that misbehaves"};
  using RightProduct::RightProduct;
  void run() { std::abort(); }
};

}  // namespace

SWEEPMARK_PLUGIN("bad_abort", "1.0.0", Bad)
