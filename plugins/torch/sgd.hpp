// PyTorch's own optimizer on the host's vectors.
#pragma once
#include <torch/optim/sgd.h>
#include <sweepmark/plugin.hpp>

#include <array>
#include <cstdint>
#include <vector>

#include "host_tensor.hpp"

namespace sweepmark::torch_peer {

class Sgd {
 public:
  static constexpr Info info{"optimizer.torch.sgd", "1.0.0", "torch::optim::SGD without momentum"};
  static constexpr std::array params{
      real("learning_rate", 0.01, 0, 1e6, "Step length; a schedule multiplies it")};
  static constexpr std::array<const char*, 0> states{};
  static Support supports(const swm_training& t, Tuning) { return float32_or_float64(t.dtype); }

  Sgd(const swm_training& t, Tuning hyper)
      : learning_rate_(hyper[0].d), sgd_({parameter(t)}, ::torch::optim::SGDOptions(hyper[0].d)) {}

  void step(std::uint64_t, double scale) {
    if (scale != scale_) {
      scale_ = scale;
      sgd_.param_groups()[0].options().set_lr(learning_rate_ * scale);
    }
    sgd_.step();
  }

 private:
  static at::Tensor parameter(const swm_training& t) {
    auto values = over(*t.params);
    values.set_requires_grad(true);
    values.mutable_grad() = over(*t.grads);
    return values;
  }

  double learning_rate_;
  double scale_ = 1;
  ::torch::optim::SGD sgd_;
};

}  // namespace sweepmark::torch_peer
