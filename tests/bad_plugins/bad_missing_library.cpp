// Linked to a library that is nowhere at run time. Expected: refused, naming this file and
// libgone.so.

#include "right_product.hpp"

extern "C" int gone_answer(void);

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.missing_library", "1.0.0", "a test plugin that misbehaves"};
  using RightProduct::RightProduct;
  void run() {
    if (gone_answer() == 42) multiply();
  }
};

}  // namespace

SWEEPMARK_PLUGIN("bad_missing_library", "1.0.0", Bad)
