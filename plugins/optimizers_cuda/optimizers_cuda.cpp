// The update rules on the device: one launch a step, params and states never leave it.
#include <sweepmark/cuda.hpp>
#include <sweepmark/cuda_extensions.hpp>
#include <sweepmark/tensor.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "kernels/cuda/optimizers.hpp"

namespace {

namespace cuda = sweepmark::cuda;
namespace kernels = sweepmark::kernels::cuda;
using sweepmark::Info;
using sweepmark::Support;
using sweepmark::Tuning;

// An optimizer is not told which device its vectors lie on; the pointer knows.
std::uint32_t device_of(const swm_tensor& tensor) {
  if (tensor.device != SWM_CUDA)
    throw std::invalid_argument("params lie in host memory, expected them on the device");
  cudaPointerAttributes attributes{};
  cuda::check(cudaPointerGetAttributes(&attributes, tensor.data), "cudaPointerGetAttributes");
  return static_cast<std::uint32_t>(attributes.device < 0 ? 0 : attributes.device);
}

/// The bound vectors and settings every rule has; S is the number of its state vectors.
template <std::size_t S>
class Rule : public cuda::OnDevice {
 public:
  static Support supports(const swm_training& t, Tuning) {
    if (auto refusal = cuda::device_present(0)) return refusal;
    return sweepmark::float32_or_float64(t.dtype);
  }

 protected:
  Rule(const swm_training& t, Tuning hyper, std::size_t count)
      : OnDevice(device_of(*t.params)), dtype_(t.dtype), length_(t.params->shape[0]) {
    params_ = checked(*t.params);
    grads_ = checked(*t.grads);
    for (std::size_t s = 0; s < S; ++s) states_[s] = checked(*t.states[s]);
    for (std::size_t h = 0; h < count; ++h) hyper_[h] = hyper[h].d;
  }
  std::int64_t length() const { return length_; }
  double hyper(std::size_t i) const { return hyper_[i]; }

  /// f(params, grads, state...) launches with typed pointers.
  template <class F>
  void launch(F&& f) const {
    activate();
    cuda::check(dtype_ == SWM_F32 ? call<float>(f, std::make_index_sequence<S>{})
                                  : call<double>(f, std::make_index_sequence<S>{}),
                "kernel launch");
  }

 private:
  void* checked(const swm_tensor& t) const {
    const std::int64_t length = sweepmark::with_dtype(
        dtype_, [&](auto zero) { return sweepmark::vector<decltype(zero)>(on_device(t)).length; });
    if (length != length_)
      throw std::invalid_argument("the vectors of an optimizer have one length, here " +
                                  std::to_string(length_) + " and " + std::to_string(length));
    return t.data;
  }
  template <class T, class F, std::size_t... I>
  cudaError_t call(F& f, std::index_sequence<I...>) const {
    return f(static_cast<T*>(params_), static_cast<const T*>(grads_),
             static_cast<T*>(states_[I])...);
  }

  std::uint32_t dtype_;
  std::int64_t length_;
  void* params_ = nullptr;
  void* grads_ = nullptr;
  std::array<void*, S + 1> states_{};
  std::array<double, 4> hyper_{};
};

constexpr swm_param learning_rate(double preset) {
  return sweepmark::real("learning_rate", preset, 0, 1e6, "Step length; a schedule multiplies it");
}

class Sgd : public Rule<0> {
 public:
  static constexpr Info info{.id = "optimizer.cuda.sgd",
                             .version = "1.0.0",
                             .summary = "Plain gradient descent: p -= lr g",
                             .device = SWM_CUDA};
  static constexpr std::array params{learning_rate(0.01)};
  static constexpr std::array<const char*, 0> states{};
  Sgd(const swm_training& t, Tuning h) : Rule(t, h, params.size()) {}
  void step(std::uint64_t, double scale) {
    launch([&]<class T>(T* p, const T* g) {
      return kernels::sgd_step(p, g, length(), static_cast<T>(hyper(0) * scale));
    });
  }
};

class Momentum : public Rule<1> {
 public:
  static constexpr Info info{.id = "optimizer.cuda.momentum",
                             .version = "1.0.0",
                             .summary = "Heavy ball: v = mu v + g, p -= lr v",
                             .device = SWM_CUDA};
  static constexpr std::array params{
      learning_rate(0.01),
      sweepmark::real("momentum", 0.9, 0, 1, "How much of the velocity stays")};
  static constexpr std::array states{"velocity"};
  Momentum(const swm_training& t, Tuning h) : Rule(t, h, params.size()) {}
  void step(std::uint64_t, double scale) {
    launch([&]<class T>(T* p, const T* g, T* v) {
      return kernels::momentum_step(p, g, v, length(), static_cast<T>(hyper(0) * scale),
                                    static_cast<T>(hyper(1)));
    });
  }
};

class Adam : public Rule<2> {
 public:
  static constexpr Info info{.id = "optimizer.cuda.adam",
                             .version = "1.0.0",
                             .summary = "Adam: running means of g and g^2, bias corrected",
                             .device = SWM_CUDA};
  static constexpr std::array params{
      learning_rate(0.001), sweepmark::real("beta1", 0.9, 0, 1, "How much of the mean of g stays"),
      sweepmark::real("beta2", 0.999, 0, 1, "How much of the mean of g^2 stays"),
      sweepmark::real("epsilon", 1e-8, 0, 1, "Added to the divisor, so that it is never 0")};
  static constexpr std::array states{"first_moment", "second_moment"};
  Adam(const swm_training& t, Tuning h) : Rule(t, h, params.size()) {}
  void step(std::uint64_t index, double scale) {
    // In float64: 1 - 0.999^t loses every digit in float32 on the first steps.
    const auto t = static_cast<double>(index);
    const double step_size = hyper(0) * scale / (1 - std::pow(hyper(1), t));
    const double correction = 1 / std::sqrt(1 - std::pow(hyper(2), t));
    launch([&]<class T>(T* p, const T* g, T* m, T* v) {
      const kernels::AdamStep<T> s{static_cast<T>(step_size), static_cast<T>(correction),
                                   static_cast<T>(hyper(1)),  static_cast<T>(1 - hyper(1)),
                                   static_cast<T>(hyper(2)),  static_cast<T>(1 - hyper(2)),
                                   static_cast<T>(hyper(3))};
      return kernels::adam_step(p, g, m, v, length(), s);
    });
  }
};

}  // namespace

SWEEPMARK_PLUGIN_WITH_EXTENSIONS("optimizers_cuda", "1.0.0", cuda::extension, Sgd, Momentum, Adam)
