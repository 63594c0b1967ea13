// Gradients by PyTorch's autograd: a batch taken by index, the loss, loss.backward().
#pragma once
#include <ATen/ATen.h>

#include <cstdint>
#include <utility>

#include "host_tensor.hpp"
#include "plugins/gradient_cpu/gradient_operands.hpp"
#include "torch_threads.hpp"

namespace sweepmark::torch_peer {

class AutogradGradient {
 public:
  static constexpr Info info{"gradient.torch.autograd", "1.0.0",
                             "the loss in PyTorch, its gradient by loss.backward()",
                             SWM_OP_GRADIENT};
  static Support supports(const Problem& problem, Tuning) { return supports_gradient(problem); }

  AutogradGradient(const Problem& problem, Tuning, const Operands& operands)
      : model_(problem.model),
        threads_(static_cast<int>(problem.threads)),
        x_(over(operands.input(0))),
        y_(over(operands.input(1))),
        rows_(over(operands.input(2))),
        grads_(over(operands.output())),
        half_(at::scalar_tensor(0.5, at::TensorOptions(scalar_type(problem.dtype)))) {
    use_threads(threads_);
    const std::int64_t outputs = problem.model == SWM_SOFTMAX ? problem.outputs : 1;
    const std::int64_t weights = problem.features * outputs;
    auto flat = over(operands.input(3));
    weights_ = leaf(flat.narrow(0, 0, weights), grads_.narrow(0, 0, weights));
    if (problem.model != SWM_BOWL)
      bias_ = leaf(flat.narrow(0, weights, outputs), grads_.narrow(0, weights, outputs));
    if (problem.model == SWM_SOFTMAX) {
      shape_ = {problem.features, outputs};
    }
  }

  void run() {
    use_threads(threads_);
    grads_.zero_();
    const auto x = x_.index_select(0, rows_);
    if (model_ == SWM_LINEAR) {
      const auto y = y_.index_select(0, rows_);
      // The loss is half the squared error; the half enters where the gradient starts.
      at::mse_loss(at::mv(x, weights_) + bias_, y).backward(half_);
    } else if (model_ == SWM_SOFTMAX) {
      const auto y = y_.index_select(0, rows_).to(at::kLong);
      const auto logits = at::addmm(bias_, x, weights_.view({shape_.first, shape_.second}));
      at::cross_entropy_loss(logits, y).backward();
    } else {
      (weights_ - x).square().sum(1).mean().backward();
    }
  }

 private:
  // A parameter whose values and gradient lie in the host's vectors: backward adds in place.
  static at::Tensor leaf(at::Tensor values, at::Tensor gradient) {
    auto parameter = values.detach();
    parameter.set_requires_grad(true);
    parameter.mutable_grad() = std::move(gradient);
    return parameter;
  }

  std::uint32_t model_;
  int threads_;
  at::Tensor x_, y_, rows_, grads_, half_, weights_, bias_;
  std::pair<std::int64_t, std::int64_t> shape_;
};

}  // namespace sweepmark::torch_peer
