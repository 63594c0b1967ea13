// As little as a right kernel can do: the product over k = 0, which is zeros. What a call of it
// takes at m = n = 1 is the cost of the boundary and one store.
#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Empty : test::RightProduct {
  static constexpr Info info{"gemm.test.empty", "1.0.0", "zeros, for k = 0 only"};
  Empty(const Problem& problem, Tuning tuning, const Operands& operands)
      : RightProduct(problem, tuning, operands),
        one_float(problem.m == 1 && problem.n == 1 && problem.dtype == SWM_F32
                      ? static_cast<float*>(operands.output().data)
                      : nullptr) {}
  static Support supports(const Problem& problem, Tuning tuning) {
    if (problem.k != 0)
      return unsupported("k is " + std::to_string(problem.k) + ", this kernel is for k = 0 only");
    return RightProduct::supports(problem, tuning);
  }
  void run() {
    if (one_float != nullptr)
      *one_float = 0;
    else
      multiply();
  }
  float* one_float;
};

}  // namespace

SWEEPMARK_PLUGIN("test_empty", "1.0.0", Empty)
