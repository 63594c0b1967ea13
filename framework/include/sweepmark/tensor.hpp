// Typed views of an abi tensor; a view checks once that dtype and rank are what it says.
#pragma once
#include <sweepmark/abi.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace sweepmark {

template <class T>
constexpr std::uint32_t dtype_of() {
  if constexpr (std::is_same_v<T, float>) return SWM_F32;
  if constexpr (std::is_same_v<T, double>) return SWM_F64;
  if constexpr (std::is_same_v<T, std::int32_t>) return SWM_I32;
}

/// rows x columns, row-major: element (i, j) is data[i * stride + j].
template <class T>
struct Matrix {
  T* data = nullptr;
  std::int64_t rows = 0, columns = 0, stride = 0;
  T* row(std::int64_t i) const { return data + i * stride; }
  T& operator()(std::int64_t i, std::int64_t j) const { return data[i * stride + j]; }
};

/// `length` elements next to each other.
template <class T>
struct Vector {
  T* data = nullptr;
  std::int64_t length = 0;
  T& operator[](std::int64_t i) const { return data[i]; }
};

namespace detail {
template <class T>
T* checked(const swm_tensor& t, std::uint32_t rank) {
  if (t.dtype != dtype_of<std::remove_const_t<T>>() || t.rank != rank)
    throw std::invalid_argument("operand has dtype " + std::to_string(t.dtype) + " and rank " +
                                std::to_string(t.rank) + ", expected dtype " +
                                std::to_string(dtype_of<std::remove_const_t<T>>()) + " and rank " +
                                std::to_string(rank));
  return static_cast<T*>(t.data);
}
}  // namespace detail

/// The matrix in `t`; throws std::invalid_argument when dtype or rank differ.
template <class T>
Matrix<T> matrix(const swm_tensor& t) {
  return {detail::checked<T>(t, 2), t.shape[0], t.shape[1], t.stride[0]};
}

/// The vector in `t`; throws std::invalid_argument when dtype or rank differ.
template <class T>
Vector<T> vector(const swm_tensor& t) {
  return {detail::checked<T>(t, 1), t.shape[0]};
}

}  // namespace sweepmark
