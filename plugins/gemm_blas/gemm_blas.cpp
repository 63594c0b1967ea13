// Matrix products through BLAS calls of growing size: what one call of a tuned library costs and
// what it buys, from a dot product per element to one gemm.
//
// Threads: a row's `threads` wins over OPENBLAS_NUM_THREADS and OMP_NUM_THREADS; the row's
// threads_used is what the library answers after that.
#include <sweepmark/plugin.hpp>
#include <sweepmark/tensor.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

#include "cblas_calls.hpp"
#include "cblas_library.hpp"

namespace {

namespace blas = sweepmark::blas;
using sweepmark::Info;
using sweepmark::Operands;
using sweepmark::Problem;
using sweepmark::Support;
using sweepmark::Tuning;

class Product {
 public:
  Product(const Problem& problem, Tuning tuning, const Operands& operands)
      : tuning_(tuning ? tuning[0].i : 0),
        dtype_(problem.dtype),
        threads_(static_cast<int>(problem.threads)),
        a_(operands.input(0)),
        b_(operands.input(1)),
        c_(operands.output()) {
    for (const swm_tensor* t : {&a_, &b_, &c_})
      if (t->stride[0] > blas::largest_dimension)
        throw std::invalid_argument("a leading dimension of " + std::to_string(t->stride[0]) +
                                    " is above this BLAS's largest, " +
                                    std::to_string(blas::largest_dimension));
    // Now, not in the first run: the library may have to start threads.
    blas::use_threads(threads_);
    threads_used_ = static_cast<std::uint32_t>(blas::threads_in_use());
  }

  static Support supports(const Problem& problem, Tuning) {
    if (auto refusal = sweepmark::float32_or_float64(problem.dtype)) return refusal;
    const std::int64_t largest = std::max({problem.m, problem.n, problem.k});
    if (largest > blas::largest_dimension)
      return sweepmark::unsupported("a dimension of " + std::to_string(largest) +
                                    " is above this BLAS's largest, " +
                                    std::to_string(blas::largest_dimension));
    if (problem.threads > 1 && !blas::sets_threads())
      return sweepmark::unsupported("this BLAS has no known call to set its threads, found " +
                                    std::to_string(problem.threads) + " threads, expected 1");
    return sweepmark::supported();
  }
  std::uint32_t threads_used() const { return threads_used_; }

 protected:
  std::int64_t tuning() const { return tuning_; }

  // Calls f(a, b, c) with matrices of the problem's dtype, none of whose sides is 0: what a BLAS
  // does with empty operands differs from one to the next.
  template <class F>
  void with_matrices(F&& f) {
    blas::use_threads(threads_);
    sweepmark::with_dtype(dtype_, [&](auto zero) {
      using T = decltype(zero);
      const auto c = sweepmark::matrix<T>(c_);
      const auto a = sweepmark::matrix<const T>(a_);
      if (c.rows == 0 || c.columns == 0) return;
      if (a.columns == 0) {
        for (std::int64_t i = 0; i < c.rows; ++i) std::fill_n(c.row(i), c.columns, T{0});
        return;
      }
      f(a, sweepmark::matrix<const T>(b_), c);
    });
  }

 private:
  std::int64_t tuning_;
  std::uint32_t dtype_;
  int threads_;
  std::uint32_t threads_used_ = 1;
  const swm_tensor& a_;
  const swm_tensor& b_;
  const swm_tensor& c_;
};

struct Dot : Product {
  static constexpr Info info{"gemm.blas.dot", "1.0.0", "one BLAS dot call per element of C"};
  using Product::Product;
  void run() {
    with_matrices([](const auto& a, const auto& b, const auto& c) {
      for (std::int64_t i = 0; i < c.rows; ++i)
        for (std::int64_t j = 0; j < c.columns; ++j)
          c(i, j) = blas::dot(a.columns, a.row(i), 1, b.data + j, b.stride);
    });
  }
};

struct Column : Product {
  static constexpr Info info{"gemm.blas.column", "1.0.0", "one BLAS gemv call per column of C"};
  using Product::Product;
  void run() {
    with_matrices([](const auto& a, const auto& b, const auto& c) {
      for (std::int64_t j = 0; j < c.columns; ++j)
        blas::gemv(false, a.rows, a.columns, a.data, a.stride, b.data + j, b.stride, c.data + j,
                   c.stride);
    });
  }
};

struct Row : Product {
  static constexpr Info info{"gemm.blas.row", "1.0.0", "one BLAS gemv call per row of C"};
  using Product::Product;
  void run() {
    with_matrices([](const auto& a, const auto& b, const auto& c) {
      for (std::int64_t i = 0; i < c.rows; ++i)
        blas::gemv(true, b.rows, b.columns, b.data, b.stride, a.row(i), 1, c.row(i), 1);
    });
  }
};

struct ColumnBlock : Product {
  static constexpr Info info{"gemm.blas.column_block", "1.0.0",
                             "one BLAS gemm call per block of columns of B and C"};
  static constexpr std::array params{
      sweepmark::pow2("block_width", 64, 1, std::int64_t{1} << 40, "columns of B and C per block")};
  using Product::Product;
  void run() {
    with_matrices([&](const auto& a, const auto& b, const auto& c) {
      for (std::int64_t j = 0; j < c.columns; j += std::min(tuning(), c.columns - j))
        blas::gemm(c.rows, std::min(tuning(), c.columns - j), a.columns, a.data, a.stride,
                   b.data + j, b.stride, c.data + j, c.stride);
    });
  }
};

struct Full : Product {
  static constexpr Info info{"gemm.blas.full", "1.0.0", "one BLAS gemm call"};
  using Product::Product;
  void run() {
    with_matrices([](const auto& a, const auto& b, const auto& c) {
      blas::gemm(c.rows, c.columns, a.columns, a.data, a.stride, b.data, b.stride, c.data,
                 c.stride);
    });
  }
};

const void* extension(const char* id) noexcept {
  static constexpr swm_library library{sizeof(swm_library), 0, blas::describe};
  return std::strcmp(id, SWM_LIBRARY_EXTENSION) == 0 ? &library : nullptr;
}

}  // namespace

SWEEPMARK_PLUGIN_WITH_EXTENSIONS("gemm_blas", "1.0.0", extension, Dot, Column, Row, ColumnBlock,
                                 Full)
