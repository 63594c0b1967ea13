// Matrix products written as loops: what the order of the loops and the size of the blocks buy.
#include <sweepmark/plugin.hpp>
#include <sweepmark/tensor.hpp>

#include <array>
#include <cstdint>

#include "kernels/cpu/column.hpp"
#include "kernels/cpu/column_block.hpp"
#include "kernels/cpu/elementwise.hpp"
#include "kernels/cpu/row.hpp"
#include "kernels/cpu/tiled.hpp"

namespace {

namespace kernels = sweepmark::kernels;
using sweepmark::Info;
using sweepmark::Operands;
using sweepmark::Problem;
using sweepmark::Support;
using sweepmark::Tuning;

// What the kernels below share: the operands, the dtype and the threads.
class Product {
 public:
  Product(const Problem& problem, Tuning tuning, const Operands& operands)
      : tuning_(tuning ? tuning[0].i : 0),
        dtype_(problem.dtype),
        a_(operands.input(0)),
        b_(operands.input(1)),
        c_(operands.output()),
        team_(static_cast<int>(problem.threads)) {}

  static Support supports(const Problem& problem, Tuning) {
    return sweepmark::float32_or_float64(problem.dtype);
  }
  std::uint32_t threads_used() const { return static_cast<std::uint32_t>(team_.threads()); }

 protected:
  std::int64_t tuning() const { return tuning_; }
  kernels::Team& team() { return team_; }

  // Calls f(m, n, k, a, lda, b, ldb, c, ldc) with pointers of the problem's dtype.
  template <class F>
  void with_pointers(F&& f) {
    sweepmark::with_dtype(dtype_, [&](auto zero) {
      using T = decltype(zero);
      const auto a = sweepmark::matrix<const T>(a_);
      const auto b = sweepmark::matrix<const T>(b_);
      const auto c = sweepmark::matrix<T>(c_);
      f(c.rows, c.columns, a.columns, a.data, a.stride, b.data, b.stride, c.data, c.stride);
    });
  }

 private:
  std::int64_t tuning_;
  std::uint32_t dtype_;
  const swm_tensor& a_;
  const swm_tensor& b_;
  const swm_tensor& c_;
  kernels::Team team_;
};

struct Elementwise : Product {
  static constexpr Info info{"gemm.cpu.elementwise", "1.0.0",
                             "loops: one dot product per element, the column of B strided"};
  using Product::Product;
  void run() {
    with_pointers([&](auto... operands) { kernels::gemm_elementwise(operands..., team()); });
  }
};

struct Column : Product {
  static constexpr Info info{"gemm.cpu.column", "1.0.0",
                             "loops: one matrix-vector product per column of C"};
  using Product::Product;
  void run() {
    with_pointers([&](auto... operands) { kernels::gemm_column(operands..., team()); });
  }
};

struct Row : Product {
  static constexpr Info info{"gemm.cpu.row", "1.0.0",
                             "loops: one vector-matrix product per row of C"};
  using Product::Product;
  void run() {
    with_pointers([&](auto... operands) { kernels::gemm_row(operands..., team()); });
  }
};

struct ColumnBlock : Product {
  static constexpr Info info{"gemm.cpu.column_block", "1.0.0",
                             "loops: A times one block of columns of B after the other"};
  static constexpr std::array params{
      sweepmark::pow2("block_width", 64, 1, std::int64_t{1} << 40, "columns of B and C per block")};
  using Product::Product;
  void run() {
    with_pointers(
        [&](auto... operands) { kernels::gemm_column_block(operands..., tuning(), team()); });
  }
};

struct Tiled : Product {
  static constexpr Info info{"gemm.cpu.tiled", "1.0.0", "loops: square tiles that stay in cache"};
  static constexpr std::array params{
      sweepmark::pow2("tile", 64, 1, std::int64_t{1} << 40, "rows and columns of a tile")};
  using Product::Product;
  void run() {
    with_pointers([&](auto... operands) { kernels::gemm_tiled(operands..., tuning(), team()); });
  }
};

}  // namespace

SWEEPMARK_PLUGIN("gemm_cpu", "1.0.0", Elementwise, Column, Row, ColumnBlock, Tiled)
