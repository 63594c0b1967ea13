// The update rules as optimizers of the ABI; float32 and float64, in place, one thread.
#pragma once
#include <sweepmark/plugin.hpp>
#include <sweepmark/tensor.hpp>

#include <array>
#include <cstdint>
#include <type_traits>

#include "kernels/optimizers/adam.hpp"
#include "kernels/optimizers/adaptive.hpp"
#include "kernels/optimizers/momentum.hpp"
#include "kernels/optimizers/sgd.hpp"

namespace sweepmark {

constexpr swm_param learning_rate(double preset) {
  return real("learning_rate", preset, 0, 1e6, "Step length; a schedule multiplies it");
}
constexpr swm_param epsilon(double preset) {
  return real("epsilon", preset, 0, 1, "Added to the divisor, so that it is never 0");
}
constexpr swm_param fraction(const char* name, double preset, const char* help) {
  return real(name, preset, 0, 1, help);
}

/// The bound vectors and settings every rule has; S is the number of its state vectors.
template <std::size_t S>
class Rule {
 public:
  static Support supports(const swm_training& t, Tuning) { return float32_or_float64(t.dtype); }

 protected:
  Rule(const swm_training& t, Tuning hyper, std::size_t count)
      : dtype_(t.dtype), length_(t.params->shape[0]), params_(t.params->data) {
    with_dtype(dtype_, [&](auto zero) {
      using T = decltype(zero);
      check<T>(*t.params);
      check<T>(*t.grads);
      for (std::size_t s = S; s-- > 0;) check<T>(*t.states[s]);
    });
    grads_ = t.grads->data;
    for (std::size_t s = S; s-- > 0;) states_[s] = t.states[s]->data;
    for (std::size_t h = 0; h < count; ++h) hyper_[h] = hyper[h].d;
  }

  /// Calls f(params, grads, state...) with typed pointers.
  template <class F>
  void typed(F&& f) const {
    if (dtype_ == SWM_F32)
      call<float>(f, std::make_index_sequence<S>{});
    else
      call<double>(f, std::make_index_sequence<S>{});
  }
  std::int64_t length() const { return length_; }
  double hyper(std::size_t i) const { return hyper_[i]; }

 private:
  template <class T>
  void check(const swm_tensor& t) const {
    if (vector<T>(t).length != length_)
      throw std::invalid_argument("the vectors of an optimizer have one length, here " +
                                  std::to_string(length_) + " and " + std::to_string(t.shape[0]));
  }
  template <class T, class F, std::size_t... I>
  void call(F& f, std::index_sequence<I...>) const {
    f(static_cast<T*>(params_), static_cast<const T*>(grads_), static_cast<T*>(states_[I])...);
  }

  std::uint32_t dtype_;
  std::int64_t length_;
  void* params_;
  void* grads_ = nullptr;
  std::array<void*, S + 1> states_{};
  std::array<double, 5> hyper_{};
};

class Sgd : public Rule<0> {
 public:
  static constexpr Info info{"optimizer.sgd", "1.0.0", "Plain gradient descent: p -= lr g"};
  static constexpr std::array params{learning_rate(0.01)};
  static constexpr std::array<const char*, 0> states{};
  Sgd(const swm_training& t, Tuning h) : Rule(t, h, params.size()) {}
  void step(std::uint64_t, double scale) {
    typed([&]<class T>(T* p, const T* g) {
      kernels::sgd_step(p, g, length(), static_cast<T>(hyper(0) * scale));
    });
  }
};

class Momentum : public Rule<1> {
 public:
  static constexpr Info info{"optimizer.momentum", "1.0.0", "Heavy ball: v = mu v + g, p -= lr v"};
  static constexpr std::array params{learning_rate(0.01),
                                     fraction("momentum", 0.9, "How much of the velocity stays")};
  static constexpr std::array states{"velocity"};
  Momentum(const swm_training& t, Tuning h) : Rule(t, h, params.size()) {}
  void step(std::uint64_t, double scale) {
    typed([&]<class T>(T* p, const T* g, T* v) {
      kernels::momentum_step(p, g, v, length(), static_cast<T>(hyper(0) * scale),
                             static_cast<T>(hyper(1)));
    });
  }
};

class Nesterov : public Rule<1> {
 public:
  static constexpr Info info{"optimizer.nesterov", "1.0.0",
                             "Nesterov's momentum: v = mu v + g, p -= lr (g + mu v)"};
  static constexpr std::array params{learning_rate(0.01),
                                     fraction("momentum", 0.9, "How much of the velocity stays")};
  static constexpr std::array states{"velocity"};
  Nesterov(const swm_training& t, Tuning h) : Rule(t, h, params.size()) {}
  void step(std::uint64_t, double scale) {
    typed([&]<class T>(T* p, const T* g, T* v) {
      kernels::nesterov_step(p, g, v, length(), static_cast<T>(hyper(0) * scale),
                             static_cast<T>(hyper(1)));
    });
  }
};

class Adagrad : public Rule<1> {
 public:
  static constexpr Info info{"optimizer.adagrad", "1.0.0",
                             "AdaGrad: divides by the root of the sum of squares"};
  static constexpr std::array params{learning_rate(0.01), epsilon(1e-10)};
  static constexpr std::array states{"sum_of_squares"};
  Adagrad(const swm_training& t, Tuning h) : Rule(t, h, params.size()) {}
  void step(std::uint64_t, double scale) {
    typed([&]<class T>(T* p, const T* g, T* s) {
      kernels::adagrad_step(p, g, s, length(), static_cast<T>(hyper(0) * scale),
                            static_cast<T>(hyper(1)));
    });
  }
};

class Rmsprop : public Rule<1> {
 public:
  static constexpr Info info{"optimizer.rmsprop", "1.0.0",
                             "RMSprop: divides by the root of a running mean of squares"};
  static constexpr std::array params{learning_rate(0.01),
                                     fraction("decay", 0.99, "How much of the mean square stays"),
                                     epsilon(1e-8)};
  static constexpr std::array states{"mean_square"};
  Rmsprop(const swm_training& t, Tuning h) : Rule(t, h, params.size()) {}
  void step(std::uint64_t, double scale) {
    typed([&]<class T>(T* p, const T* g, T* s) {
      kernels::rmsprop_step(p, g, s, length(), static_cast<T>(hyper(0) * scale),
                            static_cast<T>(hyper(1)), static_cast<T>(hyper(2)));
    });
  }
};

// A beta of 1 would divide by 1 - 1^t = 0.
constexpr double largest_beta = 0.9999999;
constexpr swm_param beta(const char* name, double preset, const char* help) {
  return real(name, preset, 0, largest_beta, help);
}

class Adam : public Rule<2> {
 public:
  static constexpr Info info{"optimizer.adam", "1.0.0",
                             "Adam: running means of gradient and square, bias corrected"};
  static constexpr std::array params{
      learning_rate(0.001), beta("beta1", 0.9, "How much of the mean gradient stays"),
      beta("beta2", 0.999, "How much of the mean square stays"), epsilon(1e-8)};
  static constexpr std::array states{"first_moment", "second_moment"};
  Adam(const swm_training& t, Tuning h) : Rule(t, h, params.size()) {}
  void step(std::uint64_t index, double scale) {
    const kernels::AdamSettings s{hyper(0) * scale, hyper(1), hyper(2), hyper(3), 0};
    typed([&]<class T>(T* p, const T* g, T* m, T* v) {
      kernels::adam_step(p, g, m, v, length(), s, index);
    });
  }
};

class Adamw : public Rule<2> {
 public:
  static constexpr Info info{"optimizer.adamw", "1.0.0", "Adam with decoupled weight decay"};
  static constexpr std::array params{
      learning_rate(0.001), beta("beta1", 0.9, "How much of the mean gradient stays"),
      beta("beta2", 0.999, "How much of the mean square stays"), epsilon(1e-8),
      real("weight_decay", 0.01, 0, 1e3,
           "Each step takes lr * weight_decay of the parameters off")};
  static constexpr std::array states{"first_moment", "second_moment"};
  Adamw(const swm_training& t, Tuning h) : Rule(t, h, params.size()) {}
  void step(std::uint64_t index, double scale) {
    const kernels::AdamSettings s{hyper(0) * scale, hyper(1), hyper(2), hyper(3), hyper(4)};
    typed([&]<class T>(T* p, const T* g, T* m, T* v) {
      kernels::adam_step(p, g, m, v, length(), s, index);
    });
  }
};

}  // namespace sweepmark
