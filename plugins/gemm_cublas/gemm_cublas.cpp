// Matrix products through cuBLAS calls of growing size, from a dot product per element to one gemm.
// float32 means float32: reduced precision has kernels, and labels, of its own.
#include <sweepmark/cuda.hpp>
#include <sweepmark/cuda_extensions.hpp>
#include <sweepmark/tensor.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

#include "cublas_calls.hpp"
#include "cublas_handle.hpp"

namespace {

namespace cuda = sweepmark::cuda;
namespace cublas = sweepmark::cublas;
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
        handle_(cublas::Handle::of_device(problem.device_index)),
        a_(on_device(operands.input(0))),
        b_(on_device(operands.input(1))),
        c_(on_device(operands.output())) {}

  static Support supports(const Problem& problem, Tuning) {
    if (auto refusal = cuda::device_present(problem.device_index)) return refusal;
    return sweepmark::float32_or_float64(problem.dtype);
  }

 protected:
  std::int64_t tuning() const { return tuning_; }
  const cublas::Handle& handle() const { return *handle_; }

  // Calls f(matrices) where no side is 0: what a BLAS does with empty operands differs by call.
  template <class T, class F>
  void with_matrices_of(F&& f) const {
    activate();
    const auto a = sweepmark::matrix<const T>(a_), b = sweepmark::matrix<const T>(b_);
    const auto c = sweepmark::matrix<T>(c_);
    if (c.rows == 0 || c.columns == 0) return;
    if (a.columns == 0) {
      const auto pitch = static_cast<std::size_t>(c.stride) * sizeof(T);
      const auto width = static_cast<std::size_t>(c.columns) * sizeof(T);
      cuda::check(cudaMemset2DAsync(c.data, pitch, 0, width, static_cast<std::size_t>(c.rows)),
                  "cudaMemset2DAsync");
      return;
    }
    f(cublas::Gemm<T>{c.rows, c.columns, a.columns, a.data, a.stride, b.data, b.stride, c.data,
                      c.stride});
  }
  template <class F>
  void with_matrices(F&& f) const {
    sweepmark::with_dtype(dtype_, [&](auto zero) { with_matrices_of<decltype(zero)>(f); });
  }

 private:
  std::int64_t tuning_;
  std::uint32_t dtype_;
  std::shared_ptr<cublas::Handle> handle_;
  const swm_tensor& a_;
  const swm_tensor& b_;
  const swm_tensor& c_;
};

struct Dot : Product {
  static constexpr Info info{"gemm.cublas.dot", "1.0.0", "one cuBLAS dot call per element of C",
                             SWM_OP_GEMM, SWM_CUDA};
  static Support supports(const Problem& problem, Tuning tuning) {
    if (auto refusal = Product::supports(problem, tuning)) return refusal;
    constexpr std::int64_t most = 65536;  // calls; some tenths of a second
    if (problem.n > 0 && problem.m > most / problem.n)
      return sweepmark::unsupported("a call per element of C: found " + std::to_string(problem.m) +
                                    " x " + std::to_string(problem.n) + ", expected at most " +
                                    std::to_string(most) + " elements");
    return sweepmark::supported();
  }
  using Product::Product;
  void run() {
    with_matrices([this](const auto& g) { cublas::dots(handle(), g); });
  }
};

struct Column : Product {
  static constexpr Info info{"gemm.cublas.column", "1.0.0", "one cuBLAS gemv call per column of C",
                             SWM_OP_GEMM, SWM_CUDA};
  using Product::Product;
  void run() {
    with_matrices([this](const auto& g) { cublas::gemv_columns(handle(), g); });
  }
};

constexpr swm_param block_width =
    sweepmark::pow2("block_width", 64, 1, std::int64_t{1} << 40, "columns of B and C per block");

struct ColumnBlock : Product {
  static constexpr Info info{"gemm.cublas.column_block", "1.0.0",
                             "one cuBLAS gemm call per block of columns of B and C", SWM_OP_GEMM,
                             SWM_CUDA};
  static constexpr std::array params{block_width};
  using Product::Product;
  void run() {
    with_matrices([this](const auto& g) {
      for (std::int64_t j = 0, w = 0; j < g.n; j += w) {
        w = std::min(tuning(), g.n - j);
        cublas::gemm(handle(), g.columns(j, w));
      }
    });
  }
};

struct StridedBatched : Product {
  static constexpr Info info{"gemm.cublas.strided_batched", "1.0.0",
                             "the blocks of columns of B and C as one batched cuBLAS call",
                             SWM_OP_GEMM, SWM_CUDA};
  static constexpr std::array params{block_width};
  using Product::Product;
  void run() {
    with_matrices([this](const auto& g) {
      const auto [whole, rest] = sweepmark::kernels::cuda::column_batches(g.n, tuning());
      if (whole > 0) cublas::gemm_batches(handle(), g, tuning(), whole);
      if (rest > 0) cublas::gemm(handle(), g.columns(g.n - rest, rest));
    });
  }
};

struct Full : Product {
  static constexpr Info info{"gemm.cublas.full", "1.0.0", "one cuBLAS gemm call", SWM_OP_GEMM,
                             SWM_CUDA};
  using Product::Product;
  void run() {
    with_matrices([this](const auto& g) { cublas::gemm(handle(), g); });
  }
};

// float32 operands that the product may round first: another contract, another kernel.
template <cublasComputeType_t Compute>
struct Rounded : Product {
  static Support supports(const Problem& problem, Tuning tuning) {
    if (auto refusal = Product::supports(problem, tuning)) return refusal;
    if (problem.dtype != SWM_F32) return sweepmark::unsupported("float32 operands only");
    return sweepmark::supported();
  }
  using Product::Product;
  void run() {
    with_matrices_of<float>([this](const auto& g) { cublas::gemm(handle(), g, Compute); });
  }
};

struct FullTf32 : Rounded<CUBLAS_COMPUTE_32F_FAST_TF32> {
  static constexpr Info info{"gemm.cublas.full_tf32",
                             "1.0.0",
                             "one cuBLAS gemm call, inputs rounded to TF32",
                             SWM_OP_GEMM,
                             SWM_CUDA,
                             false,
                             SWM_MATH_TF32};
  using Rounded::Rounded;
};

struct FullBf16 : Rounded<CUBLAS_COMPUTE_32F_FAST_16BF> {
  static constexpr Info info{"gemm.cublas.full_bf16",
                             "1.0.0",
                             "one cuBLAS gemm call, inputs rounded to bfloat16",
                             SWM_OP_GEMM,
                             SWM_CUDA,
                             false,
                             SWM_MATH_BF16};
  using Rounded::Rounded;
};

struct FullFp16 : Rounded<CUBLAS_COMPUTE_32F_FAST_16F> {
  static constexpr Info info{"gemm.cublas.full_fp16",
                             "1.0.0",
                             "one cuBLAS gemm call, inputs rounded to float16",
                             SWM_OP_GEMM,
                             SWM_CUDA,
                             false,
                             SWM_MATH_FP16};
  using Rounded::Rounded;
};

const void* extension(const char* id) noexcept {
  static constexpr swm_library library{sizeof(swm_library), 0, cublas::describe};
  if (std::strcmp(id, SWM_LIBRARY_EXTENSION) == 0) return &library;
  return cuda::extension(id);
}

}  // namespace

SWEEPMARK_PLUGIN_WITH_EXTENSIONS("gemm_cublas", "1.0.0", extension, Dot, Column, ColumnBlock,
                                 StridedBatched, Full, FullTf32, FullBf16, FullFp16)
