// What a gradient kernel works on: some rows of a data set that stays where it is.
#pragma once

#include <cstdint>
#include <type_traits>

namespace sweepmark::kernels {

/// `batch` examples of a row-major data set: example i is x[rows[i] * stride ... + features).
/// The rows may repeat and come in any order.
template <class T>
struct GradientBatch {
  const T* x = nullptr;
  std::int64_t stride = 0;  // elements from one example to the next
  std::int64_t features = 0;
  std::int64_t outputs = 1;              // softmax: the number of classes
  const T* y = nullptr;                  // linear: one target an example
  const std::int32_t* labels = nullptr;  // softmax: one class an example, 0 .. outputs - 1
  const std::int32_t* rows = nullptr;
  std::int64_t batch = 0;  // at least 1

  const T* example(std::int64_t i) const { return x + std::int64_t{rows[i]} * stride; }
};

/// Calls f with std::integral_constant<std::int64_t, D>: D = features from 1 to 8, else D = 0.
/// Short loops whose length the compiler knows keep all weights in registers.
template <class F>
decltype(auto) with_small_width(std::int64_t features, F&& f) {
  using Width = std::int64_t;
  switch (features) {
    case 1:
      return f(std::integral_constant<Width, 1>{});
    case 2:
      return f(std::integral_constant<Width, 2>{});
    case 3:
      return f(std::integral_constant<Width, 3>{});
    case 4:
      return f(std::integral_constant<Width, 4>{});
    case 5:
      return f(std::integral_constant<Width, 5>{});
    case 6:
      return f(std::integral_constant<Width, 6>{});
    case 7:
      return f(std::integral_constant<Width, 7>{});
    case 8:
      return f(std::integral_constant<Width, 8>{});
    default:
      return f(std::integral_constant<Width, 0>{});
  }
}

}  // namespace sweepmark::kernels
