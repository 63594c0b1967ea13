// Fails in prepare with a sentence. Expected: failed, with that sentence.
#include <stdexcept>

#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.prepare", "1.0.0", "a test plugin that misbehaves"};
  Bad(const Problem& problem, Tuning tuning, const Operands& operands)
      : RightProduct(problem, tuning, operands) {
    throw std::runtime_error("the moon is in the wrong phase, found waning, expected full");
  }
};

}  // namespace

SWEEPMARK_PLUGIN("bad_prepare", "1.0.0", Bad)
