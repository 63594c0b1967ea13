// Gradients of a model over a batch, on the device: two launches whatever the batch, so that small
// batches show what a launch costs.
#include <sweepmark/cuda.hpp>
#include <sweepmark/cuda_extensions.hpp>
#include <sweepmark/tensor.hpp>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>

#include "kernels/cuda/gradient.hpp"

namespace {

namespace cuda = sweepmark::cuda;
namespace kernels = sweepmark::kernels::cuda;
using sweepmark::Info;
using sweepmark::Operands;
using sweepmark::Problem;
using sweepmark::Support;
using sweepmark::Tuning;

std::int64_t outputs_of(const Problem& p) { return p.model == SWM_SOFTMAX ? p.outputs : 1; }

std::int64_t parameters_of(const Problem& p) {
  return p.model == SWM_BOWL ? p.features : (p.features + 1) * outputs_of(p);
}

template <class T>
T* with_length(sweepmark::Vector<T> vector, std::int64_t length, const char* what) {
  if (vector.length != length)
    throw std::invalid_argument(std::string(what) + " has " + std::to_string(vector.length) +
                                " values, expected " + std::to_string(length));
  return vector.data;
}

class BoundGradient {
 public:
  virtual ~BoundGradient() = default;
  virtual cudaError_t launch() const = 0;
};

template <class T>
class TypedGradient final : public BoundGradient {
 public:
  TypedGradient(const Problem& p, const Operands& io)
      : model_(p.model),
        residuals_(static_cast<std::size_t>(p.model == SWM_BOWL ? 0 : p.batch * outputs_of(p))) {
    using sweepmark::vector;
    const auto x = sweepmark::matrix<const T>(io.input(0));
    if (x.rows != p.examples || x.columns != p.features)
      throw std::invalid_argument("X is " + std::to_string(x.rows) + " x " +
                                  std::to_string(x.columns) + ", expected " +
                                  std::to_string(p.examples) + " x " + std::to_string(p.features));
    const std::int64_t parameters = parameters_of(p);
    batch_.x = x.data;
    batch_.stride = x.stride;
    batch_.features = p.features;
    batch_.outputs = outputs_of(p);
    batch_.batch = p.batch;
    if (p.model == SWM_LINEAR)
      batch_.y = with_length(vector<const T>(io.input(1)), p.examples, "y");
    if (p.model == SWM_SOFTMAX)
      batch_.labels = with_length(vector<const std::int32_t>(io.input(1)), p.examples, "y");
    batch_.rows = with_length(vector<const std::int32_t>(io.input(2)), p.batch, "rows");
    batch_.params = with_length(vector<const T>(io.input(3)), parameters, "params");
    batch_.grads = with_length(vector<T>(io.output()), parameters, "grads");
    batch_.residuals = residuals_.data();
  }

  cudaError_t launch() const override {
    if (model_ == SWM_LINEAR) return kernels::linear_gradient(batch_);
    if (model_ == SWM_SOFTMAX) return kernels::softmax_gradient(batch_);
    return kernels::bowl_gradient(batch_);
  }

 private:
  std::uint32_t model_;
  cuda::Buffer<T> residuals_;
  kernels::Batch<T> batch_;
};

class Batched : public cuda::OnDevice {
 public:
  static constexpr Info info{"gradient.cuda.batched", "1.0.0",
                             "Residuals of the batch, then sums over it: two launches",
                             SWM_OP_GRADIENT, SWM_CUDA};

  static Support supports(const Problem& p, Tuning) {
    using sweepmark::unsupported;
    if (auto refusal = cuda::device_present(p.device_index)) return refusal;
    if (auto refusal = sweepmark::float32_or_float64(p.dtype)) return refusal;
    if (p.model != SWM_LINEAR && p.model != SWM_SOFTMAX && p.model != SWM_BOWL)
      return unsupported("model " + std::to_string(p.model) +
                         " is not linear, softmax or the bowl");
    if (p.examples < 1 || p.features < 1 || p.batch < 1)
      return unsupported("examples, features and batch must be at least 1");
    if (p.model == SWM_SOFTMAX && p.outputs < 2)
      return unsupported("softmax needs at least 2 outputs, not " + std::to_string(p.outputs));
    return sweepmark::supported();
  }

  Batched(const Problem& p, Tuning, const Operands& io) : OnDevice(p.device_index) {
    for (std::size_t i = 0; i < 4; ++i) on_device(io.input(i));
    on_device(io.output());
    bound_ = sweepmark::with_dtype(p.dtype, [&](auto zero) -> std::unique_ptr<BoundGradient> {
      return std::make_unique<TypedGradient<decltype(zero)>>(p, io);
    });
  }
  void run() {
    activate();
    cuda::check(bound_->launch(), "kernel launch");
  }

 private:
  std::unique_ptr<BoundGradient> bound_;
};

}  // namespace

SWEEPMARK_PLUGIN_WITH_EXTENSIONS("gradient_cuda", "1.0.0", cuda::extension, Batched)
