// The ceilings of a device: multiply-adds, memory, a launch, and the link to the host. The rates of
// tensor cores are cuBLAS's: gemm.cublas.full_tf32 and full_bf16 on a large product.
#include <sweepmark/cuda.hpp>
#include <sweepmark/cuda_extensions.hpp>
#include <sweepmark/tensor.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

#include "kernels/cuda/ceilings.hpp"

namespace {

namespace cuda = sweepmark::cuda;
namespace kernels = sweepmark::kernels::cuda;
using sweepmark::Info;
using sweepmark::Operands;
using sweepmark::Problem;
using sweepmark::Support;
using sweepmark::Tuning;

Support supports_vectors(const Problem& problem) {
  if (auto refusal = cuda::device_present(problem.device_index)) return refusal;
  return sweepmark::float32_or_float64(problem.dtype);
}

class Vectors : public cuda::OnDevice {
 public:
  Vectors(const Problem& problem, Tuning, const Operands& operands)
      : OnDevice(problem.device_index), problem_(problem), operands_(operands.raw) {
    for (std::uint32_t i = 0; i < operands_.input_count; ++i) on_device(*operands_.inputs[i]);
    on_device(*operands_.output);
  }
  static Support supports(const Problem& problem, Tuning) { return supports_vectors(problem); }

 protected:
  const Problem& problem() const { return problem_; }
  template <class T>
  const T* input(std::size_t i) const {
    return sweepmark::vector<const T>(*operands_.inputs[i]).data;
  }
  template <class T>
  T* output() const {
    return sweepmark::vector<T>(*operands_.output).data;
  }
  // f(0 of the problem's dtype) launches.
  template <class F>
  void launch(F&& f) const {
    activate();
    cuda::check(sweepmark::with_dtype(problem_.dtype, f), "kernel launch");
  }

 private:
  Problem problem_;
  swm_operands operands_;
};

struct Fma : Vectors {
  static constexpr Info info{"ceiling.cuda.fma", "1.0.0",
                             "multiply-adds on chains in registers, without tensor cores",
                             SWM_OP_FMA, SWM_CUDA};
  using Vectors::Vectors;
  void run() {
    launch([this](auto zero) {
      using T = decltype(zero);
      return kernels::fma_chains(input<T>(0), input<T>(1), output<T>(), problem().n, problem().k);
    });
  }
};

struct Read : Vectors {
  static constexpr Info info{"ceiling.cuda.read", "1.0.0", "the sum of a vector in device memory",
                             SWM_OP_READ, SWM_CUDA};
  Read(const Problem& p, Tuning t, const Operands& o) : Vectors(p, t, o), parts_(scratch_values) {}
  void run() { sum(); }

 protected:
  void sum() {
    launch([this](auto zero) {
      using T = decltype(zero);
      return kernels::stream_read(input<T>(0), problem().n, reinterpret_cast<T*>(parts_.data()),
                                  output<T>());
    });
  }

 private:
  static constexpr std::size_t scratch_values = kernels::read_parts;
  cuda::Buffer<double> parts_;  // large enough for either dtype
};

struct Triad : Vectors {
  static constexpr Info info{"ceiling.cuda.triad", "1.0.0",
                             "A = B + s*C over vectors in device memory", SWM_OP_TRIAD, SWM_CUDA};
  using Vectors::Vectors;
  void run() {
    launch([this](auto zero) {
      using T = decltype(zero);
      return kernels::stream_triad(output<T>(), input<T>(0), input<T>(1), input<T>(2), problem().n);
    });
  }
};

// One block: its time, call after call, is the cost of a launch.
struct Launch : Triad {
  static constexpr Info info{"ceiling.cuda.launch", "1.0.0",
                             "a triad of one block at most: what a launch costs", SWM_OP_TRIAD,
                             SWM_CUDA};
  static Support supports(const Problem& problem, Tuning) {
    if (auto refusal = supports_vectors(problem)) return refusal;
    constexpr std::int64_t most = 256;
    if (problem.n > most)
      return sweepmark::unsupported("n is " + std::to_string(problem.n) + ", expected at most " +
                                    std::to_string(most));
    return sweepmark::supported();
  }
  using Triad::Triad;
};

std::size_t vector_bytes(const Problem& problem) {
  const std::size_t element = problem.dtype == SWM_F64 ? sizeof(double) : sizeof(float);
  return static_cast<std::size_t>(problem.n) * element;
}

// Page-locked host memory, the only kind the link runs at full speed from.
class PinnedBuffer {
 public:
  explicit PinnedBuffer(std::size_t bytes) {
    if (bytes != 0) cuda::check(cudaMallocHost(&data_, bytes), "cudaMallocHost");
  }
  PinnedBuffer(const PinnedBuffer&) = delete;
  PinnedBuffer& operator=(const PinnedBuffer&) = delete;
  ~PinnedBuffer() { (void)cudaFreeHost(data_); }
  void* data() const { return data_; }

 private:
  void* data_ = nullptr;
};

// The sum takes far less than the link needs for the same bytes, so the row's rate is the link's.
struct DeviceToHost : Read {
  static constexpr Info info{"ceiling.cuda.device_to_host", "1.0.0",
                             "copies a vector to page-locked host memory, then sums it",
                             SWM_OP_READ, SWM_CUDA};
  DeviceToHost(const Problem& p, Tuning t, const Operands& o)
      : Read(p, t, o), landing_(vector_bytes(p)), bytes_(vector_bytes(p)), x_(o.input(0).data) {}
  void run() {
    activate();
    if (bytes_ != 0)
      cuda::check(cudaMemcpyAsync(landing_.data(), x_, bytes_, cudaMemcpyDeviceToHost),
                  "cudaMemcpyAsync");
    sum();
  }
  PinnedBuffer landing_;
  std::size_t bytes_;
  const void* x_;
};

// The operand lies in host memory, which this kernel locks in place, so for the host it is a kernel
// on the CPU, timed by the host's clock.
struct HostToDevice {
  static constexpr Info info{"ceiling.cuda.host_to_device", "1.0.0",
                             "copies a vector from page-locked host memory and sums it there",
                             SWM_OP_READ, SWM_CPU};
  HostToDevice(const Problem& p, Tuning, const Operands& o)
      : problem_(p),
        from_(o.input(0).data),
        to_(o.output().data),
        bytes_(vector_bytes(p)),
        device_(device_buffer(p.device_index, bytes_)),
        parts_(kernels::read_parts),
        sum_(1) {
    // Refused where the memory is locked already or cannot be; the copy is then slower.
    if (bytes_ != 0)
      locked_ = cudaHostRegister(from_, bytes_, cudaHostRegisterDefault) == cudaSuccess;
    (void)cudaGetLastError();
  }
  HostToDevice(const HostToDevice&) = delete;
  HostToDevice& operator=(const HostToDevice&) = delete;
  ~HostToDevice() {
    if (locked_) (void)cudaHostUnregister(from_);
  }
  static Support supports(const Problem& problem, Tuning) { return supports_vectors(problem); }
  std::uint32_t threads_used() const { return 1; }
  void run() {
    cuda::use_device(problem_.device_index);
    if (bytes_ != 0)
      cuda::check(cudaMemcpyAsync(device_.data(), from_, bytes_, cudaMemcpyHostToDevice),
                  "cudaMemcpyAsync");
    sweepmark::with_dtype(problem_.dtype, [this](auto zero) {
      using T = decltype(zero);
      cuda::check(kernels::stream_read(reinterpret_cast<const T*>(device_.data()), problem_.n,
                                       reinterpret_cast<T*>(parts_.data()),
                                       reinterpret_cast<T*>(sum_.data())),
                  "kernel launch");
      cuda::check(cudaMemcpy(to_, sum_.data(), sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
    });
  }

 private:
  static cuda::Buffer<std::byte> device_buffer(std::uint32_t device_index, std::size_t bytes) {
    cuda::use_device(device_index);
    return cuda::Buffer<std::byte>(bytes);
  }
  Problem problem_;
  void* from_;
  void* to_;
  std::size_t bytes_;
  bool locked_ = false;
  cuda::Buffer<std::byte> device_;
  cuda::Buffer<double> parts_, sum_;
};

}  // namespace

SWEEPMARK_PLUGIN_WITH_EXTENSIONS("ceilings_cuda", "1.0.0", cuda::extension, Fma, Read, Triad,
                                 Launch, DeviceToHost, HostToDevice)
