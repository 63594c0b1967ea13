// A device kernel whose timer gives a tenth of the time. Expected: wrong (timer).
#include <chrono>

#include "fake_device.hpp"
#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.lying_timer", "1.0.0", "a test plugin that misbehaves",
                             SWM_OP_GEMM, SWM_CUDA};
  using RightProduct::RightProduct;
  void start_timer() { begin = std::chrono::steady_clock::now(); }
  double stop_timer() {
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin)
               .count() /
           10;
  }
  std::chrono::steady_clock::time_point begin;
};

}  // namespace

SWEEPMARK_PLUGIN_WITH_EXTENSIONS("bad_lying_timer", "1.0.0", test::fake_device_extension, Bad)
