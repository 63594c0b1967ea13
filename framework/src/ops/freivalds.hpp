// Freivalds' check of an integer product: C = A * B exactly if C x = A (B x) for random x.
#pragma once
#include <cstdint>
#include <vector>

#include "ops/operands.hpp"

namespace sweepmark::host {

/// 20 vectors x of random signs at once. Sums are taken modulo 2^64, so that they are exact
/// whatever the order and size. A row of C that is wrong is missed with probability 2^-20 (each x
/// catches a difference with probability 1/2 at least; R. Freivalds, Probabilistic machines can use
/// less running time, IFIP 1977).
class Freivalds {
 public:
  static constexpr std::size_t vectors = 20;

  /// Reads A[m x k] and B[k x n] once; all entries are integers below 2^63. T is float or double.
  template <class T>
  static Freivalds of(const Tensor& a, const Tensor& b, std::uint64_t key);

  /// The rows of C[m x n] that differ from those of A * B; entries must be integers below 2^63.
  template <class T>
  std::vector<std::int64_t> wrong_rows(const Tensor& c) const;

 private:
  using Sums = std::vector<std::uint64_t>;  // rows x vectors
  template <class T>
  void multiply_signs_row(const Tensor& matrix, std::int64_t row, std::uint64_t* sums) const;
  Sums signs_;     // n x vectors: 0 for +1, all bits for -1
  Sums expected_;  // m x vectors
};

}  // namespace sweepmark::host
