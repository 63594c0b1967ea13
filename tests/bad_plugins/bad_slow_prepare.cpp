// Takes two seconds to prepare. Expected: measured, the time not in any sample.
#include <chrono>
#include <thread>

#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.slow_prepare", "1.0.0", "a test plugin that misbehaves"};
  Bad(const Problem& problem, Tuning tuning, const Operands& operands)
      : RightProduct(problem, tuning, operands) {
    std::this_thread::sleep_for(std::chrono::seconds(2));
  }
};

}  // namespace

SWEEPMARK_PLUGIN("bad_slow_prepare", "1.0.0", Bad)
