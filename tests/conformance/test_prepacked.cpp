// Packs B in prepare and says so: measured, labelled prepacked, never ranked with the others.
#include "right_product.hpp"

#include <vector>

namespace {

using namespace sweepmark;

struct Prepacked : test::RightProduct {
  static constexpr Info info{
      "gemm.test.prepacked", "1.0.0", "multiplies by a copy of B from prepare",
      SWM_OP_GEMM,           SWM_CPU, true};
  Prepacked(const Problem& problem, Tuning tuning, const Operands& operands)
      : RightProduct(problem, tuning, operands) {
    with_matrices([&](const auto&, const auto& b, const auto&) {
      for (std::int64_t p = 0; p < b.rows; ++p)
        for (std::int64_t j = 0; j < b.columns; ++j) packed.push_back(b(p, j));
    });
  }
  void run() {
    with_matrices([&](const auto& a, const auto&, const auto& c) {
      for (std::int64_t i = 0; i < c.rows; ++i)
        for (std::int64_t j = 0; j < c.columns; ++j) {
          double sum = 0;
          for (std::int64_t p = 0; p < a.columns; ++p)
            sum +=
                static_cast<double>(a(i, p)) * packed[static_cast<std::size_t>(p * c.columns + j)];
          c(i, j) = static_cast<std::remove_reference_t<decltype(c(i, j))>>(sum);
        }
    });
  }
  std::vector<double> packed;
};

}  // namespace

SWEEPMARK_PLUGIN("test_prepacked", "1.0.0", Prepacked)
