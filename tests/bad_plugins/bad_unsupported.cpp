// Takes no problem at all. Expected: unsupported, with its reason.

#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.unsupported", "1.0.0", "a test plugin that misbehaves"};
  using RightProduct::RightProduct;
  static Support supports(const Problem&, Tuning) {
    return unsupported("only multiplies on Tuesdays");
  }
};

}  // namespace

SWEEPMARK_PLUGIN("bad_unsupported", "1.0.0", Bad)
