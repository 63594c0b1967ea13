// sgd_epoch.cpu.fused: a whole epoch of plain SGD in one call.
#pragma once
#include <cstring>
#include <memory>
#include <vector>

#include "kernels/cpu/gradient_batched.hpp"
#include "kernels/cpu/gradient_per_example.hpp"
#include "kernels/cpu/sgd_epoch.hpp"
#include "plugins/gradient_cpu/gradient_operands.hpp"

namespace sweepmark {

/// An epoch bound to its operands; one thread.
class BoundEpoch {
 public:
  virtual ~BoundEpoch() = default;
  virtual void run() = 0;
};

template <class T>
class TypedEpoch final : public BoundEpoch {
 public:
  TypedEpoch(const Problem& p, const Operands& io)
      : problem_(p),
        all_(bind_batch<T>(p, io, p.examples)),
        order_(all_.rows),
        shuffled_(static_cast<std::size_t>(p.examples)),
        start_(with_length(vector<const T>(io.input(3)), parameter_count(p), "params").data),
        result_(with_length(vector<T>(io.output()), parameter_count(p), "result").data),
        grads_(static_cast<std::size_t>(parameter_count(p))),
        scratch_(static_cast<std::size_t>(p.model == SWM_SOFTMAX ? p.batch * p.outputs : 0)) {
    all_.rows = shuffled_.data();
  }

  void run() override {
    const auto bytes = [](auto& v) { return v.size() * sizeof(v[0]); };
    std::memcpy(shuffled_.data(), order_, bytes(shuffled_));
    kernels::shuffle_rows(shuffled_.data(), problem_.examples, problem_.seed);
    std::memcpy(result_, start_, bytes(grads_));
    if (problem_.model == SWM_LINEAR)
      kernels::with_small_width(problem_.features, [&](auto width) { linear<width()>(); });
    else if (problem_.model == SWM_SOFTMAX)
      by_batch([&](const auto& b, const T* params, T* grads) {
        kernels::softmax_gradient_batched<T>(b, params, grads, scratch_.data());
      });
    else
      by_batch([](const auto& b, const T* params, T* grads) {
        kernels::bowl_gradient_batched<T>(b, params, grads);
      });
  }

 private:
  template <std::int64_t W>
  void linear() {
    if (problem_.batch == 1)
      kernels::linear_sgd_by_example<T, W>(all_, static_cast<T>(problem_.learning_rate), result_);
    else
      by_batch([](const auto& b, const T* params, T* grads) {
        kernels::linear_gradient_batched<T, W>(b, params, grads);
      });
  }
  template <class Gradient>
  void by_batch(Gradient&& gradient) {
    kernels::sgd_by_batch(all_, problem_.batch, static_cast<T>(problem_.learning_rate),
                          static_cast<std::int64_t>(grads_.size()), result_, grads_.data(),
                          gradient);
  }

  Problem problem_;
  kernels::GradientBatch<T> all_;
  const std::int32_t* order_;
  std::vector<std::int32_t> shuffled_;
  const T* start_;
  T* result_;
  std::vector<T> grads_, scratch_;
};

class SgdEpochFused {
 public:
  static constexpr Info info{"sgd_epoch.cpu.fused", "1.0.0",
                             "An epoch of plain SGD in one loop: shuffle, gradient and update",
                             SWM_OP_SGD_EPOCH};
  static Support supports(const Problem& p, Tuning) { return supports_gradient(p); }
  SgdEpochFused(const Problem& p, Tuning, const Operands& io)
      : bound_(with_dtype(p.dtype, [&](auto zero) -> std::unique_ptr<BoundEpoch> {
          return std::make_unique<TypedEpoch<decltype(zero)>>(p, io);
        })) {}
  void run() { bound_->run(); }
  std::uint32_t threads_used() const { return 1; }

 private:
  std::unique_ptr<BoundEpoch> bound_;
};

}  // namespace sweepmark
