// Multiplies rightly, then changes an element of A. Expected: wrong, an input was changed.
#include <type_traits>

#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.modifies_input", "1.0.0", "a test plugin that misbehaves"};
  using RightProduct::RightProduct;
  void run() {
    multiply();
    with_matrices([](const auto& a, const auto&, const auto&) {
      using T = std::remove_const_t<std::remove_reference_t<decltype(a(0, 0))>>;
      if (a.rows > 0 && a.columns > 0) const_cast<T&>(a(0, 0)) = 42;
    });
  }
};

}  // namespace

SWEEPMARK_PLUGIN("bad_modifies_input", "1.0.0", Bad)
