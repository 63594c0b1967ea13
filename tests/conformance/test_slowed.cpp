// Twins: one product, and the same product slowed on purpose. The slower one does a share of its
// rows twice, so that it is slower by that share on every machine and clock, and on a noisy one.
#include "right_product.hpp"

#include <array>
#include <cmath>

namespace {

using namespace sweepmark;

struct Twin : test::RightProduct {
  static constexpr Info info{"gemm.test.twin", "1.0.0", "the product that gemm.test.slowed slows"};
  using RightProduct::RightProduct;
};

struct Slowed : test::RightProduct {
  static constexpr Info info{"gemm.test.slowed", "1.0.0",
                             "gemm.test.twin with a share of its rows done twice"};
  static constexpr std::array params{
      real("slowdown", 0.05, 0, 1, "share of the rows done twice, rounded to whole rows")};
  Slowed(const Problem& problem, Tuning tuning, const Operands& operands)
      : RightProduct(problem, tuning, operands),
        again(
            static_cast<std::int64_t>(std::llround(tuning[0].d * static_cast<double>(problem.m)))) {
  }
  void run() {
    multiply();
    multiply_rows(0, again);
  }
  std::int64_t again;
};

}  // namespace

SWEEPMARK_PLUGIN("test_slowed", "1.0.0", Twin, Slowed)
