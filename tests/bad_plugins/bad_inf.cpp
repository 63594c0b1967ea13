// Leaves +inf in the last element of C. Expected: wrong.
#include <limits>
#include <type_traits>

#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.inf", "1.0.0", "a test plugin that misbehaves"};
  using RightProduct::RightProduct;
  void run() {
    multiply();
    with_matrices([](const auto&, const auto&, const auto& c) {
      using T = std::remove_reference_t<decltype(c(0, 0))>;
      if (c.rows > 0 && c.columns > 0)
        c(c.rows - 1, c.columns - 1) = std::numeric_limits<T>::infinity();
    });
  }
};

}  // namespace

SWEEPMARK_PLUGIN("bad_inf", "1.0.0", Bad)
