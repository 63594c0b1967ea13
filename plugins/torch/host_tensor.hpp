// The host's operands as tensors of PyTorch, in place.
#pragma once
#include <ATen/ATen.h>
#include <sweepmark/abi.h>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace sweepmark::torch_peer {

inline at::ScalarType scalar_type(std::uint32_t dtype) {
  switch (dtype) {
    case SWM_F64:
      return at::kDouble;
    case SWM_F32:
      return at::kFloat;
    case SWM_I32:
      return at::kInt;
    default:
      throw std::invalid_argument("dtype " + std::to_string(dtype) +
                                  " is not float32, float64 or int32");
  }
}

/// A tensor over `count` values from `data` on, which stays the host's.
inline at::Tensor over(void* data, std::uint32_t dtype, std::int64_t count) {
  return at::from_blob(data, {count}, at::TensorOptions(scalar_type(dtype)));
}

/// A tensor over an operand of rank 1 or 2, with its strides.
inline at::Tensor over(const swm_tensor& t) {
  return at::from_blob(t.data, at::IntArrayRef(t.shape, t.rank), at::IntArrayRef(t.stride, t.rank),
                       at::TensorOptions(scalar_type(t.dtype)));
}

}  // namespace sweepmark::torch_peer
