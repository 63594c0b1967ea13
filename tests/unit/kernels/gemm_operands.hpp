// Operands of C = A * B with guard elements around and padding between the rows, filled with small
// integers so that every product and partial sum is exact and results compare equal.
#pragma once
#include <sweepmark/abi.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace sweepmark::test {

struct Shape {
  std::int64_t m, n, k;
  std::string text() const {
    return "m:" + std::to_string(m) + "/n:" + std::to_string(n) + "/k:" + std::to_string(k);
  }
};

template <class T>
inline constexpr std::uint32_t dtype_v = std::is_same_v<T, float> ? SWM_F32 : SWM_F64;

/// rows x columns with `padding` more elements in each row and 16 guard elements at both ends; all
/// that is not an element of the matrix holds a known value.
template <class T>
class PaddedMatrix {
 public:
  PaddedMatrix(std::int64_t rows, std::int64_t columns, std::int64_t padding)
      : rows_(rows), columns_(columns), stride_(columns + padding) {
    const auto count = static_cast<std::size_t>(rows * stride_) + 2 * guard;
    memory_.reset(static_cast<T*>(::operator new[](count * sizeof(T), std::align_val_t{64})));
    std::fill_n(memory_.get(), count, untouched);
    tensor_ = {sizeof(swm_tensor),      dtype_v<T>,         SWM_CPU, 2,
               {rows_, columns_, 0, 0}, {stride_, 1, 0, 0}, data()};
  }
  T& operator()(std::int64_t i, std::int64_t j) { return data()[i * stride_ + j]; }
  void fill(T value) {
    for (std::int64_t i = 0; i < rows_; ++i)
      for (std::int64_t j = 0; j < columns_; ++j) (*this)(i, j) = value;
  }
  void fill_integers(std::mt19937& engine) {
    for (std::int64_t i = 0; i < rows_; ++i)
      for (std::int64_t j = 0; j < columns_; ++j)
        (*this)(i, j) = static_cast<T>(static_cast<int>(engine() % 7) - 3);
  }
  /// True when nothing outside the matrix has changed.
  bool surroundings_whole() const {
    const T* base = memory_.get();
    for (std::size_t g = 0; g < guard; ++g)
      if (base[g] != untouched ||
          base[guard + static_cast<std::size_t>(rows_ * stride_) + g] != untouched)
        return false;
    for (std::int64_t i = 0; i < rows_; ++i)
      for (std::int64_t j = columns_; j < stride_; ++j)
        if (base[guard + static_cast<std::size_t>(i * stride_ + j)] != untouched) return false;
    return true;
  }
  const swm_tensor& tensor() const { return tensor_; }
  std::int64_t rows() const { return rows_; }
  std::int64_t columns() const { return columns_; }

 private:
  static constexpr std::size_t guard = 16;  // 64 or 128 bytes: the matrix stays 64-byte aligned
  static constexpr T untouched = T{-12345};
  T* data() { return memory_.get() + guard; }
  struct Release {
    void operator()(T* p) const { ::operator delete[](p, std::align_val_t{64}); }
  };
  std::int64_t rows_, columns_, stride_;
  std::unique_ptr<T[], Release> memory_;
  swm_tensor tensor_{};
};

template <class T>
struct GemmOperands {
  GemmOperands(Shape s, std::int64_t padding)
      : shape(s), a(s.m, s.k, padding), b(s.k, s.n, padding), c(s.m, s.n, padding) {}

  void fill_integers(unsigned seed) {
    std::mt19937 engine(seed);
    a.fill_integers(engine);
    b.fill_integers(engine);
    make_expected();
  }
  void make_expected() {
    expected.assign(static_cast<std::size_t>(shape.m * shape.n), T{0});
    for (std::int64_t i = 0; i < shape.m; ++i)
      for (std::int64_t p = 0; p < shape.k; ++p)
        for (std::int64_t j = 0; j < shape.n; ++j)
          expected[static_cast<std::size_t>(i * shape.n + j)] += a(i, p) * b(p, j);
  }
  void poison() { c.fill(std::numeric_limits<T>::quiet_NaN()); }

  /// The first difference between C and A * B, or what else was written to; nothing when right.
  std::optional<std::string> difference() {
    for (std::int64_t i = 0; i < shape.m; ++i)
      for (std::int64_t j = 0; j < shape.n; ++j) {
        const T want = expected[static_cast<std::size_t>(i * shape.n + j)];
        if (!(c(i, j) == want))
          return "C(" + std::to_string(i) + ", " + std::to_string(j) + ") is " +
                 std::to_string(c(i, j)) + ", expected " + std::to_string(want);
      }
    if (!c.surroundings_whole()) return "elements outside C were written";
    return std::nullopt;
  }

  Shape shape;
  PaddedMatrix<T> a, b, c;
  std::vector<T> expected;
};

}  // namespace sweepmark::test
