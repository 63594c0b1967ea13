// The operands of a gradient or sgd_epoch instance as the kernels read them.
#pragma once
#include <sweepmark/plugin.hpp>
#include <sweepmark/tensor.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>

#include "kernels/cpu/gradient_batch.hpp"

namespace sweepmark {

inline std::int64_t parameter_count(const Problem& p) {
  if (p.model == SWM_LINEAR) return p.features + 1;
  if (p.model == SWM_SOFTMAX) return (p.features + 1) * p.outputs;
  return p.features;
}

/// Which gradient problems these kernels do: every model of the ABI in float32 and float64.
inline Support supports_gradient(const Problem& p) {
  if (const auto refused = float32_or_float64(p.dtype)) return refused;
  if (p.math != SWM_MATH_NATIVE) return unsupported("native arithmetic only");
  if (p.model != SWM_LINEAR && p.model != SWM_SOFTMAX && p.model != SWM_BOWL)
    return unsupported("model " + std::to_string(p.model) + " is not linear, softmax or the bowl");
  if (p.examples < 1 || p.features < 1 || p.batch < 1)
    return unsupported("examples, features and batch must be at least 1");
  if (p.model == SWM_SOFTMAX && p.outputs < 2)
    return unsupported("softmax needs at least 2 outputs, not " + std::to_string(p.outputs));
  return supported();
}

/// Operand vector `what` must hold `length` values; throws std::invalid_argument otherwise.
template <class V>
V with_length(V vector, std::int64_t length, const char* what) {
  if (vector.length != length)
    throw std::invalid_argument(std::string(what) + " has " + std::to_string(vector.length) +
                                " values, expected " + std::to_string(length));
  return vector;
}

/// X, y and the index vector of `rows` entries (inputs 0 to 2) as a batch of all those rows.
template <class T>
kernels::GradientBatch<T> bind_batch(const Problem& p, const Operands& io, std::int64_t rows) {
  const auto x = matrix<const T>(io.input(0));
  if (x.rows != p.examples || x.columns != p.features)
    throw std::invalid_argument("X is " + std::to_string(x.rows) + " x " +
                                std::to_string(x.columns) + ", expected " +
                                std::to_string(p.examples) + " x " + std::to_string(p.features));
  kernels::GradientBatch<T> b;
  b.x = x.data;
  b.stride = x.stride;
  b.features = p.features;
  b.outputs = p.outputs;
  if (p.model == SWM_LINEAR) b.y = with_length(vector<const T>(io.input(1)), p.examples, "y").data;
  if (p.model == SWM_SOFTMAX)
    b.labels = with_length(vector<const std::int32_t>(io.input(1)), p.examples, "y").data;
  b.rows = with_length(vector<const std::int32_t>(io.input(2)), rows, "rows").data;
  b.batch = rows;
  return b;
}

}  // namespace sweepmark
