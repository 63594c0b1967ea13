// Row-major products put to a column-major library: checked against one written here from BLAS's
// definition, which refuses the leading dimensions BLAS refuses.
#include "kernels/cuda/column_major.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace sweepmark::kernels::cuda {
namespace {

using testing::ElementsAre;

void column_major_product(const ColumnMajorGemm<double>& g) {
  if (g.lda < std::max<std::int64_t>(1, g.m) || g.ldb < std::max<std::int64_t>(1, g.k) ||
      g.ldc < std::max<std::int64_t>(1, g.m))
    throw std::invalid_argument("a leading dimension is smaller than a column");
  for (std::int64_t j = 0; j < g.n; ++j)
    for (std::int64_t i = 0; i < g.m; ++i) {
      double sum = 0;
      for (std::int64_t p = 0; p < g.k; ++p) sum += g.a[i + p * g.lda] * g.b[p + j * g.ldb];
      g.c[i + j * g.ldc] = sum;
    }
}

void column_major_vector(const ColumnMajorGemv<double>& v) {
  if (v.lda < std::max<std::int64_t>(1, v.rows))
    throw std::invalid_argument("a leading dimension is smaller than a column");
  for (std::int64_t j = 0; j < v.columns; ++j) {
    double sum = 0;
    for (std::int64_t i = 0; i < v.rows; ++i) sum += v.a[i + j * v.lda] * v.x[i * v.x_step];
    v.y[j * v.y_step] = sum;
  }
}

// A[m x k] and B[k x n] of small integers, rows `padding` elements apart, C full of -1.
struct Matrices {
  Matrices(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t padding)
      : a(filled(m, k, padding, 7)), b(filled(k, n, padding, 5)), c(filled(m, n, padding, 1)) {
    std::fill(c.begin(), c.end(), -1);
    gemm = {m, n, k, a.data(), k + padding, b.data(), n + padding, c.data(), n + padding};
  }
  static std::vector<double> filled(std::int64_t rows, std::int64_t columns, std::int64_t padding,
                                    int period) {
    std::vector<double> values(static_cast<std::size_t>(rows * (columns + padding) + 1));
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<double>(static_cast<int>(i * 3 % 101) % period) - 2;
    return values;
  }
  double expected(std::int64_t i, std::int64_t j) const {
    double sum = 0;
    for (std::int64_t p = 0; p < gemm.k; ++p)
      sum += gemm.a[i * gemm.lda + p] * gemm.b[p * gemm.ldb + j];
    return sum;
  }
  void check() const {
    for (std::int64_t i = 0; i < gemm.m; ++i)
      for (std::int64_t j = 0; j < gemm.ldc; ++j)
        ASSERT_EQ(gemm.c[i * gemm.ldc + j], j < gemm.n ? expected(i, j) : -1)
            << "C(" << i << ", " << j << ") of " << gemm.m << " x " << gemm.n << " x " << gemm.k;
  }
  std::vector<double> a, b, c;
  Gemm<double> gemm;
};

// Case: row-major data given to a column-major library, right for squares only.
TEST(ColumnMajor, TwoByThreeTimesThreeByFour) {
  const std::vector<double> a{1, 2, 3, 4, 5, 6}, b{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  std::vector<double> c(8, -1);
  column_major_product(column_major(Gemm<double>{2, 4, 3, a.data(), 3, b.data(), 4, c.data(), 4}));
  EXPECT_THAT(c, ElementsAre(38, 44, 50, 56, 83, 98, 113, 128));
}

// Case: wrong stride for a row-major matrix-vector product (5, 14, 0 is the known wrong answer).
TEST(ColumnMajor, ThreeByTwoTimesAVector) {
  const std::vector<double> a{1, 2, 3, 4, 5, 6}, x{1, 2};
  std::vector<double> y(3, -1);
  column_major_vector(
      column_major_gemv(Gemm<double>{3, 1, 2, a.data(), 2, x.data(), 1, y.data(), 1}, 0));
  EXPECT_THAT(y, ElementsAre(5, 11, 17));
}

constexpr std::int64_t odd_shapes[][3]{{1, 1, 1},  {2, 4, 3},  {7, 5, 3},  {5, 7, 11},
                                       {1, 13, 4}, {13, 1, 4}, {4, 13, 1}, {17, 31, 19}};

TEST(ColumnMajor, OddShapesWithAndWithoutSpaceBetweenRows) {
  for (const auto& [m, n, k] : odd_shapes)
    for (const std::int64_t padding : {0, 3}) {
      Matrices x(m, n, k, padding);
      column_major_product(column_major(x.gemm));
      x.check();
    }
}

TEST(ColumnMajor, ColumnByColumn) {
  for (const auto& [m, n, k] : odd_shapes)
    for (const std::int64_t padding : {0, 3}) {
      Matrices x(m, n, k, padding);
      for (std::int64_t j = 0; j < n; ++j) column_major_vector(column_major_gemv(x.gemm, j));
      x.check();
    }
}

TEST(ColumnMajor, BlocksOfColumnsReachTheEdge) {
  for (const std::int64_t width : {1, 2, 3, 8, 31, 32, 1000}) {
    Matrices x(5, 31, 7, 2);
    for (std::int64_t j = 0; j < 31; j += std::min<std::int64_t>(width, 31 - j))
      column_major_product(column_major(x.gemm.columns(j, std::min<std::int64_t>(width, 31 - j))));
    x.check();
  }
}

TEST(ColumnMajor, BatchesAndTheRestAreAllColumns) {
  for (const std::int64_t width : {1, 2, 3, 8, 31, 32, 1000}) {
    Matrices x(5, 31, 7, 2);
    const auto [whole, rest] = column_batches(31, width);
    EXPECT_EQ(whole * width + rest, 31);
    const auto first = column_major(x.gemm.columns(0, width));
    for (std::int64_t i = 0; i < whole; ++i) {
      auto batch = first;  // as a strided batch moves: by `width`, by 0, by `width`
      batch.a += i * width;
      batch.c += i * width;
      column_major_product(batch);
    }
    if (rest > 0) column_major_product(column_major(x.gemm.columns(31 - rest, rest)));
    x.check();
  }
}

}  // namespace
}  // namespace sweepmark::kernels::cuda
