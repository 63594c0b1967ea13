// A correct matrix product on one thread, for plugins that misbehave in some other way.
#pragma once
#include <sweepmark/plugin.hpp>
#include <sweepmark/tensor.hpp>

#include <algorithm>
#include <cstdint>

#include "kernels/cpu/row_update.hpp"

namespace sweepmark::test {

class RightProduct {
 public:
  RightProduct(const Problem& problem, Tuning, const Operands& operands)
      : dtype_(problem.dtype),
        a_(operands.input(0)),
        b_(operands.input(1)),
        c_(operands.output()) {}

  static Support supports(const Problem& problem, Tuning) {
    return float32_or_float64(problem.dtype);
  }
  void run() { multiply(); }

 protected:
  /// Calls f(A, B, C) with matrices of the problem's dtype.
  template <class F>
  void with_matrices(F&& f) const {
    with_dtype(dtype_, [&](auto zero) {
      using T = decltype(zero);
      f(matrix<const T>(a_), matrix<const T>(b_), matrix<T>(c_));
    });
  }
  /// Rows [begin, end) of C.
  void multiply_rows(std::int64_t begin, std::int64_t end) const {
    with_matrices([&](const auto& a, const auto& b, const auto& c) {
      for (std::int64_t i = begin; i < end; ++i) {
        std::fill_n(c.row(i), c.columns, 0);
        kernels::row_update(c.columns, a.columns, a.row(i), b.data, b.stride, c.row(i));
      }
    });
  }
  void multiply() const { multiply_rows(0, c_.shape[0]); }

 private:
  std::uint32_t dtype_;
  const swm_tensor& a_;
  const swm_tensor& b_;
  const swm_tensor& c_;
};

}  // namespace sweepmark::test
