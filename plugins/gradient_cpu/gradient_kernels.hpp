// The two gradient kernels: gradient.cpu.per_example and gradient.cpu.batched.
#pragma once
#include <memory>
#include <vector>

#include "kernels/cpu/gradient_batched.hpp"
#include "kernels/cpu/gradient_per_example.hpp"
#include "plugins/gradient_cpu/gradient_operands.hpp"

namespace sweepmark {

/// A gradient bound to its operands; one thread.
class BoundGradient {
 public:
  virtual ~BoundGradient() = default;
  virtual void run() = 0;
};

/// Batch, parameters, result and scratch, with the function that joins them.
template <class T>
class TypedGradient final : public BoundGradient {
 public:
  using Function = void (*)(const kernels::GradientBatch<T>&, const T*, T*, T*);

  TypedGradient(const Problem& p, const Operands& io, Function function, std::int64_t scratch)
      : batch_(bind_batch<T>(p, io, p.batch)),
        params_(with_length(vector<const T>(io.input(3)), parameter_count(p), "params").data),
        grads_(with_length(vector<T>(io.output()), parameter_count(p), "grads").data),
        function_(function),
        scratch_(static_cast<std::size_t>(scratch)) {}

  void run() override { function_(batch_, params_, grads_, scratch_.data()); }

 private:
  kernels::GradientBatch<T> batch_;
  const T* params_;
  T* grads_;
  Function function_;
  std::vector<T> scratch_;
};

/// The functions of one way to compute, by model; W is the feature count where it is small.
struct PerExample {
  template <class T, std::int64_t W>
  static void linear(const kernels::GradientBatch<T>& b, const T* params, T* grads, T*) {
    kernels::linear_gradient_per_example<T, W>(b, params, grads);
  }
  template <class T>
  static void softmax(const kernels::GradientBatch<T>& b, const T* params, T* grads, T* scratch) {
    kernels::softmax_gradient_per_example<T>(b, params, grads, scratch);
  }
  template <class T>
  static void bowl(const kernels::GradientBatch<T>& b, const T* params, T* grads, T*) {
    kernels::bowl_gradient_per_example<T>(b, params, grads);
  }
  static std::int64_t softmax_scratch(const Problem& p) { return p.outputs; }
};

struct Batched {
  template <class T, std::int64_t W>
  static void linear(const kernels::GradientBatch<T>& b, const T* params, T* grads, T*) {
    kernels::linear_gradient_batched<T, W>(b, params, grads);
  }
  template <class T>
  static void softmax(const kernels::GradientBatch<T>& b, const T* params, T* grads, T* scratch) {
    kernels::softmax_gradient_batched<T>(b, params, grads, scratch);
  }
  template <class T>
  static void bowl(const kernels::GradientBatch<T>& b, const T* params, T* grads, T*) {
    kernels::bowl_gradient_batched<T>(b, params, grads);
  }
  static std::int64_t softmax_scratch(const Problem& p) { return p.batch * p.outputs; }
};

template <class Way>
std::unique_ptr<BoundGradient> bind_gradient(const Problem& p, const Operands& io) {
  return with_dtype(p.dtype, [&](auto zero) -> std::unique_ptr<BoundGradient> {
    using T = decltype(zero);
    if (p.model == SWM_SOFTMAX)
      return std::make_unique<TypedGradient<T>>(p, io, &Way::template softmax<T>,
                                                Way::softmax_scratch(p));
    if (p.model == SWM_BOWL)
      return std::make_unique<TypedGradient<T>>(p, io, &Way::template bowl<T>, 0);
    const auto linear = kernels::with_small_width(p.features, [](auto width) {
      return typename TypedGradient<T>::Function{&Way::template linear<T, width()>};
    });
    return std::make_unique<TypedGradient<T>>(p, io, linear, 0);
  });
}

/// What both kernels share; the way is all that differs.
template <class Way>
class GradientKernel {
 public:
  GradientKernel(const Problem& p, Tuning, const Operands& io)
      : bound_(bind_gradient<Way>(p, io)) {}
  static Support supports(const Problem& p, Tuning) { return supports_gradient(p); }
  void run() { bound_->run(); }
  std::uint32_t threads_used() const { return 1; }

 private:
  std::unique_ptr<BoundGradient> bound_;
};

class GradientPerExample : public GradientKernel<PerExample> {
 public:
  static constexpr Info info{"gradient.cpu.per_example", "1.0.0",
                             "Gradient of one example at a time, summed", SWM_OP_GRADIENT};
  using GradientKernel::GradientKernel;
};

class GradientBatched : public GradientKernel<Batched> {
 public:
  static constexpr Info info{"gradient.cpu.batched", "1.0.0",
                             "Gradient of the batch as two matrix products, on one thread",
                             SWM_OP_GRADIENT};
  using GradientKernel::GradientKernel;
};

}  // namespace sweepmark
