// Matrix products as they are written in PyTorch, from a dot per element to one mm: what its
// dispatch costs a call. Tensors are made at prepare; what a line of Python would make on the way
// (rows, columns, results) is made in the run.
#pragma once
#include <sweepmark/plugin.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "host_tensor.hpp"
#include "plugins/gemm_peers/whole_product.hpp"
#include "torch_threads.hpp"

namespace sweepmark::torch_peer {

class Product {
 public:
  Product(const Problem& problem, Tuning tuning, const Operands& operands)
      : tuning_(tuning != nullptr ? tuning[0].i : 0),
        threads_(static_cast<int>(problem.threads)),
        a_(over(operands.input(0))),
        b_(over(operands.input(1))),
        c_(over(operands.output())) {
    use_threads(threads_);
  }
  static Support supports(const Problem& problem, Tuning) {
    return supports_product(problem, std::numeric_limits<std::int64_t>::max());
  }

 protected:
  /// Calls f(A, B, C) with none of A's, B's and C's sides 0.
  template <class F>
  void multiply(F&& f) {
    use_threads(threads_);
    if (c_.numel() == 0) return;
    if (a_.numel() == 0)
      c_.zero_();
    else
      f(a_, b_, c_);
  }
  std::int64_t tuning() const { return tuning_; }

 private:
  std::int64_t tuning_;
  int threads_;
  at::Tensor a_, b_, c_;
};

struct Mm : Product {
  static constexpr Info info{"gemm.torch.mm", "1.0.0", "torch.mm(A, B, out=C)"};
  using Product::Product;
  void run() {
    multiply([](const auto& a, const auto& b, auto& c) { at::mm_out(c, a, b); });
  }
};

struct Mv : Product {
  static constexpr Info info{"gemm.torch.mv", "1.0.0",
                             "C[:, j] = torch.mv(A, B[:, j]) for each column"};
  using Product::Product;
  void run() {
    multiply([](const auto& a, const auto& b, auto& c) {
      for (std::int64_t j = 0; j < c.size(1); ++j) c.select(1, j).copy_(at::mv(a, b.select(1, j)));
    });
  }
};

struct Dot : Product {
  static constexpr Info info{"gemm.torch.dot", "1.0.0",
                             "C[i, j] = torch.dot(A[i, :], B[:, j]) for each element"};
  using Product::Product;
  void run() {
    multiply([](const auto& a, const auto& b, auto& c) {
      for (std::int64_t i = 0; i < c.size(0); ++i)
        for (std::int64_t j = 0; j < c.size(1); ++j)
          c.select(0, i).select(0, j).copy_(at::dot(a.select(0, i), b.select(1, j)));
    });
  }
};

struct ColumnBlock : Product {
  static constexpr Info info{"gemm.torch.column_block", "1.0.0",
                             "C[:, j:j+w] = torch.mm(A, B[:, j:j+w]) for each block of w columns"};
  static constexpr std::array params{
      pow2("block_width", 64, 1, std::int64_t{1} << 40, "columns of B and C per block")};
  using Product::Product;
  void run() {
    multiply([this](const auto& a, const auto& b, auto& c) {
      for (std::int64_t j = 0, w = 0; j < c.size(1); j += w) {
        w = std::min(tuning(), c.size(1) - j);
        c.narrow(1, j, w).copy_(at::mm(a, b.narrow(1, j, w)));
      }
    });
  }
};

}  // namespace sweepmark::torch_peer
