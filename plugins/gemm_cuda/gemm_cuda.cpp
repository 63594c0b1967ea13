// Matrix products on the device, written out, from one thread an element to registers full of C.
#include <sweepmark/cuda.hpp>
#include <sweepmark/cuda_extensions.hpp>
#include <sweepmark/tensor.hpp>

#include <array>
#include <cstdint>

#include "kernels/cuda/gemm.hpp"
#include "kernels/cuda/grid.hpp"

namespace {

namespace cuda = sweepmark::cuda;
namespace kernels = sweepmark::kernels::cuda;
using sweepmark::Info;
using sweepmark::Operands;
using sweepmark::Problem;
using sweepmark::Support;
using sweepmark::Tuning;

class Product : public cuda::OnDevice {
 public:
  Product(const Problem& problem, Tuning tuning, const Operands& operands)
      : OnDevice(problem.device_index),
        tuning_(tuning ? tuning[0].i : 0),
        dtype_(problem.dtype),
        a_(on_device(operands.input(0))),
        b_(on_device(operands.input(1))),
        c_(on_device(operands.output())) {}

  static Support supports(const Problem& problem, Tuning) {
    if (auto refusal = cuda::device_present(problem.device_index)) return refusal;
    return sweepmark::float32_or_float64(problem.dtype);
  }

 protected:
  std::int64_t tuning() const { return tuning_; }

  template <class T>
  kernels::Gemm<T> matrices() const {
    const auto a = sweepmark::matrix<const T>(a_), b = sweepmark::matrix<const T>(b_);
    const auto c = sweepmark::matrix<T>(c_);
    return {c.rows, c.columns, a.columns, a.data, a.stride, b.data, b.stride, c.data, c.stride};
  }
  // f(Gemm of the problem's dtype) launches.
  template <class F>
  void launch(F&& f) const {
    activate();
    cuda::check(
        sweepmark::with_dtype(dtype_, [&](auto zero) { return f(matrices<decltype(zero)>()); }),
        "kernel launch");
  }

 private:
  std::int64_t tuning_;
  std::uint32_t dtype_;
  const swm_tensor& a_;
  const swm_tensor& b_;
  const swm_tensor& c_;
};

struct Elementwise : Product {
  static constexpr Info info{"gemm.cuda.elementwise", "1.0.0",
                             "one thread a dot product, one element of C each", SWM_OP_GEMM,
                             SWM_CUDA};
  using Product::Product;
  void run() {
    launch([](const auto& g) { return kernels::gemm_elementwise(g); });
  }
};

struct Column : Product {
  static constexpr Info info{"gemm.cuda.column", "1.0.0",
                             "one launch a column of C, one warp a dot product", SWM_OP_GEMM,
                             SWM_CUDA};
  using Product::Product;
  void run() {
    launch([](const auto& g) { return kernels::gemm_column(g); });
  }
};

struct ColumnBlock : Product {
  static constexpr Info info{"gemm.cuda.column_block", "1.0.0",
                             "one launch a block of columns of C, tiles in shared memory",
                             SWM_OP_GEMM, SWM_CUDA};
  static constexpr std::array params{sweepmark::pow2("block_width", 64, 1, std::int64_t{1} << 40,
                                                     "columns of B and C per launch")};
  using Product::Product;
  void run() {
    launch([this](const auto& g) { return kernels::gemm_column_block(g, tuning()); });
  }
};

struct Tiled : Product {
  static constexpr Info info{"gemm.cuda.tiled", "1.0.0", "square tiles in shared memory",
                             SWM_OP_GEMM, SWM_CUDA};
  static constexpr std::array params{
      sweepmark::pow2("tile", 32, 8, 32, "rows and columns of a tile: 8, 16 or 32")};
  static Support supports(const Problem& problem, Tuning tuning) {
    if (auto refusal = Product::supports(problem, tuning)) return refusal;
    const std::int64_t tile = tuning[0].i;
    if (tile != 8 && tile != 16 && tile != 32)
      return sweepmark::unsupported("tile is " + std::to_string(tile) + ", expected 8, 16 or 32");
    return sweepmark::supported();
  }
  using Product::Product;
  void run() {
    launch([this](const auto& g) { return kernels::gemm_tiled(g, static_cast<int>(tuning())); });
  }
};

struct RegisterTiled : Product {
  static constexpr Info info{"gemm.cuda.register_tiled", "1.0.0",
                             "8 x 8 elements of C a thread in registers, without tensor cores",
                             SWM_OP_GEMM, SWM_CUDA};
  RegisterTiled(const Problem& problem, Tuning tuning, const Operands& operands)
      : Product(problem, tuning, operands),
        multiprocessors_(cuda::attribute(problem.device_index, cudaDevAttrMultiProcessorCount)) {}
  static Support supports(const Problem& problem, Tuning tuning) {
    if (auto refusal = Product::supports(problem, tuning)) return refusal;
    if (problem.dtype != SWM_F32) return sweepmark::unsupported("float32 only");
    return sweepmark::supported();
  }
  void run() {
    activate();
    cuda::check(kernels::gemm_register_tiled(matrices<float>(), multiprocessors_), "kernel launch");
  }
  int multiprocessors_;
};

}  // namespace

SWEEPMARK_PLUGIN_WITH_EXTENSIONS("gemm_cuda", "1.0.0", cuda::extension, Elementwise, Column,
                                 ColumnBlock, Tiled, RegisterTiled)
