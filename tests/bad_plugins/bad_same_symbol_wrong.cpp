// Exports kernel_impl(), as bad_same_symbol_right does, and calls it. Its own
// is the wrong one. Expected: wrong, in both load orders.
#include "right_product.hpp"

namespace {
bool called = false;
}

// Visible on purpose: the dynamic linker must not give one plugin the function of the other.
__attribute__((visibility("default"))) void kernel_impl();
void kernel_impl() { called = false; }

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.same_symbol_wrong", "1.0.0", "calls its own kernel_impl"};
  using RightProduct::RightProduct;
  void run() {
    called = false;
    kernel_impl();
    if (called) multiply();
  }
};

}  // namespace

SWEEPMARK_PLUGIN("bad_same_symbol_wrong", "1.0.0", Bad)
