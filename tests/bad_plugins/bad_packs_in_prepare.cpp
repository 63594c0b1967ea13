// Copies B in prepare and multiplies by the copy, without saying prepacked (rule 5). Expected:
// wrong.
#include <type_traits>
#include <vector>

#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.packs_in_prepare", "1.0.0", "a test plugin that misbehaves"};
  Bad(const Problem& problem, Tuning tuning, const Operands& operands)
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

SWEEPMARK_PLUGIN("bad_packs_in_prepare", "1.0.0", Bad)
