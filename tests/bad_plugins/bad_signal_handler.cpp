// Installs a signal handler in run. Expected: conformance names rule 9.
#include <csignal>

#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.signal_handler", "1.0.0", "a test plugin that misbehaves"};
  using RightProduct::RightProduct;
  void run() {
    multiply();
    std::signal(SIGTERM, SIG_IGN);
  }
};

}  // namespace

SWEEPMARK_PLUGIN("bad_signal_handler", "1.0.0", Bad)
