// A float64 reference of chosen rows of C = A * B, with the size of the products summed.
#pragma once
#include <cstdint>
#include <vector>

#include "ops/operands.hpp"

namespace sweepmark::host {

/// Rows `rows` of A * B and of |A| |B|, each rows.size() x n row-major.
struct GemmReference {
  std::vector<std::int64_t> rows;
  std::vector<double> product, magnitude;
  /// product + residual is the reference; empty where product alone is close enough.
  std::vector<double> residual;
};

/// A[m x k] and B[k x n] of one dtype, float (f32) or double (f64). Products are summed in float64
/// in the order of k; for f64 and k <= 64, where the limit leaves no room for the reference's own
/// rounding, in long double. 64 rows of 4096 x 4096 take about half a second on one core.
template <class T>
GemmReference reference_rows(const Tensor& a, const Tensor& b, std::vector<std::int64_t> rows);

/// The element (i, j) of A * B in float64; a transposed operand is read as if it lay the other way
/// round (its stored shape must allow that).
template <class T>
double reference_element(const Tensor& a, const Tensor& b, std::int64_t i, std::int64_t j,
                         bool a_transposed = false, bool b_transposed = false);

/// All rows when checking all is cheap (m n max(k, 64) <= 256^3), else 64 (fewer where the rows are
/// longer than 65536): the first, the last, and others drawn by `key`. Sorted, each once.
std::vector<std::int64_t> rows_to_check(std::int64_t m, std::int64_t n, std::int64_t k,
                                        std::uint64_t key);

/// Whether rows_to_check() gives all rows.
bool all_rows_checked(std::int64_t m, std::int64_t n, std::int64_t k);

}  // namespace sweepmark::host
