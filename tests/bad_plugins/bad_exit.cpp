// Calls exit(0) in run. Expected: crashed or failed, naming the exit; the sweep goes on.
#include <cstdlib>

#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.exit", "1.0.0", "a test plugin that misbehaves"};
  using RightProduct::RightProduct;
  void run() { std::exit(0); }
};

}  // namespace

SWEEPMARK_PLUGIN("bad_exit", "1.0.0", Bad)
