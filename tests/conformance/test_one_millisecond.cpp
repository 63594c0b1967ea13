// The right product, and exactly one millisecond per call: M=100, K=300, N=200 is 12 GFLOP/s (4 is
// the known wrong answer of a driver that used m twice and left k out; 6 means the 2 was
// forgotten).
#include <cstring>
#include <vector>

#include "right_product.hpp"
#include "spin.hpp"

namespace {

using namespace sweepmark;

// Multiplying takes up to half a millisecond, too near to the limit on a slow machine: the product
// is kept and made anew only when the bytes of an operand have changed.
class OneMillisecond : public test::RightProduct {
 public:
  static constexpr Info info{"gemm.test.one_millisecond", "1.0.0",
                             "a right product that takes one millisecond"};
  using RightProduct::RightProduct;

  static Support supports(const Problem& problem, Tuning tuning) {
    constexpr std::int64_t most = 200'000;
    if (problem.m > most || problem.n > most || problem.k > most ||
        problem.m * problem.k + problem.k * problem.n + problem.m * problem.n > most)
      return unsupported("more than 200000 elements do not fit into a millisecond");
    return RightProduct::supports(problem, tuning);
  }

  void run() {
    const auto begin = test::Clock::now();
    with_matrices([&](const auto& a, const auto& b, const auto& c) {
      if (!kept_ || !same(a, kept_a_) || !same(b, kept_b_)) {
        multiply();
        keep(a, kept_a_);
        keep(b, kept_b_);
        keep(c, kept_c_);
        kept_ = true;
      } else {
        const std::size_t bytes = row_bytes(c);
        for (std::int64_t i = 0; i < c.rows && bytes > 0; ++i)
          std::memcpy(c.row(i), kept_c_.data() + static_cast<std::size_t>(i) * bytes, bytes);
      }
    });
    test::spin_until(begin + std::chrono::milliseconds(1));
  }

 private:
  using Bytes = std::vector<unsigned char>;

  template <class M>
  static std::size_t row_bytes(const M& matrix) {
    return static_cast<std::size_t>(matrix.columns) * sizeof(*matrix.data);
  }
  template <class M>
  static bool same(const M& matrix, const Bytes& kept) {
    const std::size_t bytes = row_bytes(matrix);
    if (kept.size() != static_cast<std::size_t>(matrix.rows) * bytes) return false;
    for (std::int64_t i = 0; i < matrix.rows && bytes > 0; ++i)
      if (std::memcmp(matrix.row(i), kept.data() + static_cast<std::size_t>(i) * bytes, bytes) != 0)
        return false;
    return true;
  }
  template <class M>
  static void keep(const M& matrix, Bytes& kept) {
    const std::size_t bytes = row_bytes(matrix);
    kept.resize(static_cast<std::size_t>(matrix.rows) * bytes);
    for (std::int64_t i = 0; i < matrix.rows && bytes > 0; ++i)
      std::memcpy(kept.data() + static_cast<std::size_t>(i) * bytes, matrix.row(i), bytes);
  }

  bool kept_ = false;
  Bytes kept_a_, kept_b_, kept_c_;
};

}  // namespace

SWEEPMARK_PLUGIN("test_one_millisecond", "1.0.0", OneMillisecond)
