// Leaks 64 MiB in each prepare. Expected: measured; the worker ends with its set, the leak with it.
#include <cstdlib>
#include <cstring>

#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.leak", "1.0.0", "a test plugin that misbehaves"};
  Bad(const Problem& problem, Tuning tuning, const Operands& operands)
      : RightProduct(problem, tuning, operands) {
    constexpr std::size_t bytes = std::size_t{64} << 20;
    // Touched, so that it is memory and not only addresses; chained, so that a leak checker of the
    // host's own tests does not stop at this one.
    void* block = std::memset(std::malloc(bytes), 1, bytes);
    std::memcpy(block, &leaked, sizeof leaked);
    leaked = block;
  }
  static inline void* leaked = nullptr;
};

}  // namespace

SWEEPMARK_PLUGIN("bad_leak", "1.0.0", Bad)
