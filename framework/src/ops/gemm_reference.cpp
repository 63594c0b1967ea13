#include "ops/gemm_reference.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "ops/random.hpp"

namespace sweepmark::host {
namespace {

// 64 rows of this many columns of sums stay in a level 2 cache.
constexpr std::int64_t column_block = 256;
// Rows of B taken together, so that the sums are loaded and stored once for all of them.
constexpr std::int64_t depth_block = 4;

using BlockRow = std::array<double, column_block>;

template <class T>
void load_rows(const Tensor& b, std::int64_t depth, std::int64_t count, std::int64_t column,
               std::int64_t width, std::array<BlockRow, depth_block>& rows) {
  for (std::int64_t p = 0; p < depth_block; ++p) {
    auto& row = rows[static_cast<std::size_t>(p)];
    if (p >= count) {
      row.fill(0);
      continue;
    }
    const T* from = b.values<T>() + (depth + p) * b.leading() + column;
    for (std::int64_t j = 0; j < width; ++j)
      row[static_cast<std::size_t>(j)] = static_cast<double>(from[j]);
  }
}

// sums[j] += a * b[j] and sizes[j] += |a * b[j]| over the block's rows of B, in their order. The
// factors are copied and the sums are restrict: otherwise a store might change them, and the loop
// would not become vector code.
void add_products(const std::array<double, depth_block>& a,
                  const std::array<BlockRow, depth_block>& b, std::int64_t width,
                  double* __restrict sums, double* __restrict sizes) {
  static_assert(depth_block == 4);
  const double a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3];
  const double *b0 = b[0].data(), *b1 = b[1].data(), *b2 = b[2].data(), *b3 = b[3].data();
  for (std::int64_t j = 0; j < width; ++j) {
    const double p0 = a0 * b0[j], p1 = a1 * b1[j], p2 = a2 * b2[j], p3 = a3 * b3[j];
    sums[j] = (((sums[j] + p0) + p1) + p2) + p3;
    sizes[j] += (std::fabs(p0) + std::fabs(p1)) + (std::fabs(p2) + std::fabs(p3));
  }
}

template <class T>
void multiply_in_double(const Tensor& a, const Tensor& b, GemmReference& out) {
  const std::int64_t n = b.columns(), k = b.rows();
  std::array<BlockRow, depth_block> block;
  for (std::int64_t column = 0; column < n; column += column_block) {
    const std::int64_t width = std::min(column_block, n - column);
    for (std::int64_t depth = 0; depth < k; depth += depth_block) {
      const std::int64_t count = std::min(depth_block, k - depth);
      load_rows<T>(b, depth, count, column, width, block);
      for (std::size_t r = 0; r < out.rows.size(); ++r) {
        const T* from = a.values<T>() + out.rows[r] * a.leading() + depth;
        std::array<double, depth_block> factors{};
        for (std::int64_t p = 0; p < count; ++p)
          factors[static_cast<std::size_t>(p)] = static_cast<double>(from[p]);
        const std::int64_t at = static_cast<std::int64_t>(r) * n + column;
        add_products(factors, block, width, out.product.data() + at, out.magnitude.data() + at);
      }
    }
  }
}

void multiply_in_long_double(const Tensor& a, const Tensor& b, GemmReference& out) {
  const std::int64_t n = b.columns(), k = b.rows();
  out.residual.resize(out.product.size());
  std::vector<long double> sums(static_cast<std::size_t>(n));
  for (std::size_t r = 0; r < out.rows.size(); ++r) {
    const double* row = a.values<double>() + out.rows[r] * a.leading();
    const std::size_t at = r * static_cast<std::size_t>(n);
    std::fill(sums.begin(), sums.end(), 0.0L);
    for (std::int64_t p = 0; p < k; ++p) {
      const double* from = b.values<double>() + p * b.leading();
      for (std::size_t j = 0; j < sums.size(); ++j) {
        sums[j] += static_cast<long double>(row[p]) * static_cast<long double>(from[j]);
        out.magnitude[at + j] += std::fabs(row[p] * from[j]);
      }
    }
    for (std::size_t j = 0; j < sums.size(); ++j) {
      out.product[at + j] = static_cast<double>(sums[j]);
      out.residual[at + j] =
          static_cast<double>(sums[j] - static_cast<long double>(out.product[at + j]));
    }
  }
}

}  // namespace

template <class T>
GemmReference reference_rows(const Tensor& a, const Tensor& b, std::vector<std::int64_t> rows) {
  GemmReference out;
  out.rows = std::move(rows);
  const std::size_t size = out.rows.size() * static_cast<std::size_t>(b.columns());
  out.product.assign(size, 0.0);
  out.magnitude.assign(size, 0.0);
  if (a.dtype() == SWM_F64 && b.rows() <= 64)
    multiply_in_long_double(a, b, out);
  else
    multiply_in_double<T>(a, b, out);
  return out;
}

template <class T>
double reference_element(const Tensor& a, const Tensor& b, std::int64_t i, std::int64_t j,
                         bool a_transposed, bool b_transposed) {
  const std::int64_t k = a_transposed ? a.rows() : a.columns();
  const T *left = a.values<T>(), *right = b.values<T>();
  double sum = 0;
  for (std::int64_t p = 0; p < k; ++p)
    sum += static_cast<double>(left[a_transposed ? p * a.leading() + i : i * a.leading() + p]) *
           static_cast<double>(right[b_transposed ? j * b.leading() + p : p * b.leading() + j]);
  return sum;
}

bool all_rows_checked(std::int64_t m, std::int64_t n, std::int64_t k) {
  constexpr double cheap = 256.0 * 256 * 256;
  return static_cast<double>(m) * static_cast<double>(n) *
             static_cast<double>(std::max<std::int64_t>(k, 64)) <=
         cheap;
}

std::vector<std::int64_t> rows_to_check(std::int64_t m, std::int64_t n, std::int64_t k,
                                        std::uint64_t key) {
  std::vector<std::int64_t> rows;
  const std::int64_t longest = std::int64_t{1} << 22;
  const std::int64_t count =
      std::clamp<std::int64_t>(longest / std::max<std::int64_t>(n, 1), 2, 64);
  if (all_rows_checked(m, n, k) || m <= count) {
    for (std::int64_t i = 0; i < m; ++i) rows.push_back(i);
    return rows;
  }
  rows = {0, m - 1};
  for (std::uint64_t draw = 0; static_cast<std::int64_t>(rows.size()) < count; ++draw) {
    const std::int64_t row = random_index(key, draw, m);
    if (std::find(rows.begin(), rows.end(), row) == rows.end()) rows.push_back(row);
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

template GemmReference reference_rows<float>(const Tensor&, const Tensor&,
                                             std::vector<std::int64_t>);
template GemmReference reference_rows<double>(const Tensor&, const Tensor&,
                                              std::vector<std::int64_t>);
template double reference_element<float>(const Tensor&, const Tensor&, std::int64_t, std::int64_t,
                                         bool, bool);
template double reference_element<double>(const Tensor&, const Tensor&, std::int64_t, std::int64_t,
                                          bool, bool);

}  // namespace sweepmark::host
