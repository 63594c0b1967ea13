// Two kernels of one id (rule 2). Expected: refused, naming the id.
#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct First : test::RightProduct {
  static constexpr Info info{"gemm.bad.duplicate", "1.0.0", "the first of two"};
  using RightProduct::RightProduct;
};
struct Second : test::RightProduct {
  static constexpr Info info{"gemm.bad.duplicate", "1.0.0", "the second of two"};
  using RightProduct::RightProduct;
};

}  // namespace

SWEEPMARK_PLUGIN("bad_duplicate_ids", "1.0.0", First, Second)
