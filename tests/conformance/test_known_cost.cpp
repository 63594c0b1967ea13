// The right product in a time that is known: one cost per block of columns and one rate, so that an
// analysis of samples over block_width can be held against what it should find:
// t = ceil(n / block_width) * call_ns + 2mnk / gflops.
#include "right_product.hpp"
#include "spin.hpp"

#include <array>

namespace {

using namespace sweepmark;

class KnownCost : public test::RightProduct {
 public:
  static constexpr Info info{"gemm.test.known_cost", "1.0.0",
                             "a right product with a known cost per block and a known rate"};
  // The real product must be the faster one: 2 GFLOP/s is well below what its loops reach.
  static constexpr std::array params{
      pow2("block_width", 64, 1, std::int64_t{1} << 40, "columns of B and C per block"),
      real("call_ns", 20000, 0, 1e9, "nanoseconds spent per block"),
      real("gflops", 2, 1e-3, 1e3, "GFLOP/s of the rest")};

  KnownCost(const Problem& problem, Tuning tuning, const Operands& operands)
      : RightProduct(problem, tuning, operands),
        nanoseconds_(duration(problem, tuning[0].i, tuning[1].d, tuning[2].d)) {}

  void run() {
    const auto begin = test::Clock::now();
    multiply();
    test::spin_until(begin + nanoseconds_);
  }

 private:
  static std::chrono::nanoseconds duration(const Problem& p, std::int64_t block_width,
                                           double call_ns, double gflops) {
    if (p.n == 0) return std::chrono::nanoseconds(0);
    const auto blocks = static_cast<double>((p.n - 1) / block_width + 1);
    const double flops =
        2 * static_cast<double>(p.m) * static_cast<double>(p.n) * static_cast<double>(p.k);
    return std::chrono::nanoseconds(static_cast<std::int64_t>(blocks * call_ns + flops / gflops));
  }

  std::chrono::nanoseconds nanoseconds_;
};

}  // namespace

SWEEPMARK_PLUGIN("test_known_cost", "1.0.0", KnownCost)
