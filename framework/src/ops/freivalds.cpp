#include "ops/freivalds.hpp"

#include <algorithm>
#include <array>

#include "ops/random.hpp"

namespace sweepmark::host {
namespace {

template <class T>
std::uint64_t integer_bits(T value) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

}  // namespace

template <class T>
void Freivalds::multiply_signs_row(const Tensor& matrix, std::int64_t row,
                                   std::uint64_t* sums) const {
  const T* from = matrix.values<T>() + row * matrix.leading();
  std::array<std::uint64_t, vectors> local{};
  const std::uint64_t* sign = signs_.data();
  for (std::int64_t j = 0; j < matrix.columns(); ++j, sign += vectors) {
    const std::uint64_t value = integer_bits(from[j]);
    // value ^ ~0 - ~0 is -value.
    for (std::size_t v = 0; v < vectors; ++v) local[v] += (value ^ sign[v]) - sign[v];
  }
  std::copy(local.begin(), local.end(), sums);
}

template <class T>
Freivalds Freivalds::of(const Tensor& a, const Tensor& b, std::uint64_t key) {
  Freivalds check;
  check.signs_.resize(static_cast<std::size_t>(b.columns()) * vectors);
  for (std::size_t j = 0; j < static_cast<std::size_t>(b.columns()); ++j) {
    const std::uint64_t bits = random_bits(key, j);
    for (std::size_t v = 0; v < vectors; ++v)
      check.signs_[j * vectors + v] = (bits >> v & 1U) != 0 ? ~std::uint64_t{0} : 0;
  }
  Sums right(static_cast<std::size_t>(b.rows()) * vectors);
  for (std::int64_t p = 0; p < b.rows(); ++p)
    check.multiply_signs_row<T>(b, p, right.data() + static_cast<std::size_t>(p) * vectors);
  check.expected_.assign(static_cast<std::size_t>(a.rows()) * vectors, 0);
  for (std::int64_t i = 0; i < a.rows(); ++i) {
    const T* from = a.values<T>() + i * a.leading();
    std::array<std::uint64_t, vectors> local{};
    const std::uint64_t* factor = right.data();
    for (std::int64_t p = 0; p < a.columns(); ++p, factor += vectors) {
      const std::uint64_t value = integer_bits(from[p]);
      for (std::size_t v = 0; v < vectors; ++v) local[v] += value * factor[v];
    }
    std::copy(local.begin(), local.end(),
              check.expected_.begin() +
                  static_cast<std::ptrdiff_t>(i) * static_cast<std::ptrdiff_t>(vectors));
  }
  return check;
}

template <class T>
std::vector<std::int64_t> Freivalds::wrong_rows(const Tensor& c) const {
  std::vector<std::int64_t> wrong;
  std::array<std::uint64_t, vectors> sums;
  for (std::int64_t i = 0; i < c.rows(); ++i) {
    multiply_signs_row<T>(c, i, sums.data());
    if (!std::equal(sums.begin(), sums.end(),
                    expected_.begin() +
                        static_cast<std::ptrdiff_t>(i) * static_cast<std::ptrdiff_t>(vectors)))
      wrong.push_back(i);
  }
  return wrong;
}

template Freivalds Freivalds::of<float>(const Tensor&, const Tensor&, std::uint64_t);
template Freivalds Freivalds::of<double>(const Tensor&, const Tensor&, std::uint64_t);
template std::vector<std::int64_t> Freivalds::wrong_rows<float>(const Tensor&) const;
template std::vector<std::int64_t> Freivalds::wrong_rows<double>(const Tensor&) const;

}  // namespace sweepmark::host
