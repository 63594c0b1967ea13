// What the adapters of whole products share: operands checked once, empty sides done here.
#pragma once
#include <sweepmark/plugin.hpp>
#include <sweepmark/tensor.hpp>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace sweepmark {

/// Refuses dtypes other than float32 and float64 and sides above `largest`, the library's own
/// limit.
inline Support supports_product(const Problem& problem, std::int64_t largest) {
  if (auto refusal = float32_or_float64(problem.dtype)) return refusal;
  if (const auto side = std::max({problem.m, problem.n, problem.k}); side > largest)
    return unsupported("a dimension of " + std::to_string(side) +
                       " is above this library's largest, " + std::to_string(largest));
  return supported();
}

/// The answer of a library whose number of threads cannot be set.
inline Support one_thread_only(const Problem& problem, const char* why) {
  if (problem.threads <= 1) return supported();
  return unsupported(std::string(why) + ": found " + std::to_string(problem.threads) +
                     " threads, expected 1");
}

/// A, B and C of one instance, bound at prepare.
class WholeProduct {
 protected:
  /// Throws std::invalid_argument when a leading dimension is above `largest`.
  WholeProduct(const Problem& problem, const Operands& operands, std::int64_t largest)
      : dtype_(problem.dtype), a_(operands.input(0)), b_(operands.input(1)), c_(operands.output()) {
    for (const swm_tensor* t : {&a_, &b_, &c_})
      if (t->stride[0] > largest)
        throw std::invalid_argument("a leading dimension of " + std::to_string(t->stride[0]) +
                                    " is above this library's largest, " + std::to_string(largest));
  }

  /// Calls f(a, b, c) with row-major matrices of the problem's dtype, none of whose sides is 0:
  /// what a library does with empty operands differs from one to the next.
  template <class F>
  void with_matrices(F&& f) const {
    with_dtype(dtype_, [&](auto zero) {
      using T = decltype(zero);
      const auto a = matrix<const T>(a_);
      const auto c = matrix<T>(c_);
      if (c.rows == 0 || c.columns == 0) return;
      if (a.columns == 0) {
        for (std::int64_t i = 0; i < c.rows; ++i) std::fill_n(c.row(i), c.columns, T{0});
        return;
      }
      f(a, matrix<const T>(b_), c);
    });
  }

 private:
  std::uint32_t dtype_;
  const swm_tensor& a_;
  const swm_tensor& b_;
  const swm_tensor& c_;
};

}  // namespace sweepmark
