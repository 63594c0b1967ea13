// gemm: A[m x k] * B[k x n] -> C[m x n]; exact integers, or normal numbers against float64.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "ops/error_limit.hpp"
#include "ops/freivalds.hpp"
#include "ops/gemm_reference.hpp"
#include "ops/make_data.hpp"
#include "ops/mismatches.hpp"
#include "ops/operand_set.hpp"
#include "ops/random.hpp"

namespace sweepmark::host {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Streams of random numbers under one seed.
enum Stream : std::uint64_t { stream_a, stream_b, stream_rows, stream_signs };

/// The largest |v| of exact inputs: k v^2 <= 2^24 (f32) or 2^53 (f64), so every partial sum in any
/// order is exact. float32 stops at 256, which TF32, BF16 and FP16 hold exactly too. Beyond
/// k = 2^24 it stays 1: a random sum of k signs is about sqrt(k), far below 2^24.
std::int64_t exact_bound(Dtype dtype, std::int64_t k) {
  const double room =
      (dtype == Dtype::f64 ? 0x1p53 : 0x1p24) / static_cast<double>(std::max<std::int64_t>(k, 1));
  auto bound = static_cast<std::int64_t>(std::sqrt(room));
  if (static_cast<double>(bound) * static_cast<double>(bound) > room) --bound;
  if (dtype != Dtype::f64) bound = std::min<std::int64_t>(bound, 256);
  return std::max<std::int64_t>(bound, 1);
}

class GemmData : public OperandSet {
 public:
  GemmData(const Problem& p, std::int64_t padding)
      : OperandSet(p, inputs_of(p, padding), Tensor("C", to_abi(p.dtype), p.m, p.n, padding, 0)),
        m_(p.m),
        n_(p.n),
        k_(p.k) {}

  void fill(FillMode mode, std::uint64_t seed) override {
    mode_ = mode;
    seed_ = seed;
    reference_.reset();
    freivalds_.reset();
    if (mode == FillMode::exact) {
      fill_integers(input(0), stream_key(seed, stream_a), exact_bound(dtype(), k_));
      fill_integers(input(1), stream_key(seed, stream_b), exact_bound(dtype(), k_));
    } else {
      fill_normal(input(0), stream_key(seed, stream_a));
      fill_normal(input(1), stream_key(seed, stream_b));
    }
    inputs_written();
  }

  Verdict verify(swm_math math) override {
    return with_real(dtype(), [&](auto zero) { return check<decltype(zero)>(math); });
  }

 private:
  static std::vector<Tensor> inputs_of(const Problem& p, std::int64_t padding) {
    std::vector<Tensor> inputs;
    inputs.reserve(2);
    inputs.emplace_back("A", to_abi(p.dtype), p.m, p.k, padding, 1);
    inputs.emplace_back("B", to_abi(p.dtype), p.k, p.n, padding, 2);
    return inputs;
  }

  template <class T>
  Verdict check(swm_math math) {
    if (output().elements() == 0) return {};
    if (auto verdict = scan<T>()) return *verdict;
    if (mode_ == FillMode::bound || all_rows_checked(m_, n_, k_)) return compare_rows<T>(math);
    return check_product<T>();
  }

  // Over the whole of C, whatever is compared later: values no right result can have.
  template <class T>
  std::optional<Verdict> scan() const {
    const bool exact = mode_ == FillMode::exact;
    const double v = static_cast<double>(exact_bound(dtype(), k_));
    const double largest = exact ? v * v * static_cast<double>(k_) : std::numeric_limits<T>::max();
    Mismatches wrong;
    for (std::int64_t i = 0; i < m_; ++i) {
      const T* row = output().values<T>() + i * output().leading();
      for (std::int64_t j = 0; j < n_; ++j) {
        const auto value = static_cast<double>(row[j]);
        const bool possible = std::fabs(value) <= largest;  // false for NaN
        if (!possible || (exact && value != std::floor(value))) wrong.add(i, j, infinity, value, 0);
      }
    }
    if (wrong.count() == 0) return std::nullopt;
    std::string expected = "a finite number";
    if (exact) expected = fmt::format("an integer of at most {} in size", shortest(largest));
    if (exact && k_ > 0 && all_rows_checked(m_, n_, k_))
      expected = shortest(
          reference_element<T>(input(0), input(1), wrong.worst_row(), wrong.worst_column()));
    return Verdict{
        false, infinity,
        fmt::format("{} of {} element(s) of C wrong; first C({}, {}): found {}, expected {}{}{}",
                    wrong.count(), output().elements(), wrong.worst_row(), wrong.worst_column(),
                    value_text(wrong.found(), dtype()), expected, wrong.edge_hint(m_, n_),
                    poison_hint(output()))};
  }

  template <class T>
  Verdict compare_rows(swm_math math) {
    if (!reference_)
      reference_ = reference_rows<T>(input(0), input(1),
                                     rows_to_check(m_, n_, k_, stream_key(seed_, stream_rows)));
    const bool exact = mode_ == FillMode::exact;
    const ProductLimit limit = exact ? ProductLimit{} : limit_of(math);
    double worst = 0;
    const Mismatches wrong = mismatches<T>(*reference_, limit, worst);
    if (wrong.count() == 0) return {true, worst, {}};
    const auto checked = static_cast<std::int64_t>(reference_->product.size());
    return {false, worst,
            wrong.describe("C", checked, exact, dtype()) + wrong.edge_hint(m_, n_) +
                cause<T>(wrong) + contract_hint(math, worst)};
  }

  template <class T>
  Mismatches mismatches(const GemmReference& reference, ProductLimit limit, double& worst) const {
    Mismatches wrong;
    std::size_t at = 0;
    for (const std::int64_t i : reference.rows) {
      const T* row = output().values<T>() + i * output().leading();
      for (std::int64_t j = 0; j < n_; ++j, ++at) {
        const auto found = static_cast<double>(row[j]);
        const double expected = reference.product[at];
        const double rest = reference.residual.empty() ? 0 : reference.residual[at];
        const double error = error_in_limits(
            found - expected, rest, limit.relative * reference.magnitude[at] + limit.absolute);
        if (error > worst) worst = error;
        if (!(error <= 1)) wrong.add(i, j, error, found, expected);
      }
    }
    return wrong;
  }

  template <class T>
  Verdict check_product() {
    if (!freivalds_)
      freivalds_ = Freivalds::of<T>(input(0), input(1), stream_key(seed_, stream_signs));
    std::vector<std::int64_t> rows = freivalds_->wrong_rows<T>(output());
    if (rows.empty()) return {};
    const std::size_t count = rows.size();
    rows.resize(std::min<std::size_t>(count, 64));
    double worst = 0;
    const GemmReference reference = reference_rows<T>(input(0), input(1), std::move(rows));
    const Mismatches wrong = mismatches<T>(reference, {}, worst);
    return {
        false, infinity,
        fmt::format(
            "{} of {} row(s) of C wrong; in the first {}: {}{}{}", count, m_, reference.rows.size(),
            wrong.describe("C", static_cast<std::int64_t>(reference.product.size()), true, dtype()),
            wrong.edge_hint(m_, n_), cause<T>(wrong))};
  }

  // Whether the worst element is what a well-known mistake gives.
  template <class T>
  std::string cause(const Mismatches& wrong) const {
    const std::int64_t i = wrong.worst_row(), j = wrong.worst_column();
    const auto is = [&](double value) {
      return k_ > 1 && std::fabs(wrong.found() - value) <= 1e-4 * std::fabs(value);
    };
    if (wrong.found() == 0) return "; 0 there: the element was cleared and not computed";
    if (m_ == n_ && i != j && is(reference_element<T>(input(0), input(1), j, i)))
      return "; that is C transposed";
    if (n_ == k_ && is(reference_element<T>(input(0), input(1), i, j, false, true)))
      return "; that is A times B transposed";
    if (m_ == k_ && is(reference_element<T>(input(0), input(1), i, j, true, false)))
      return "; that is A transposed times B";
    return {};
  }

  ProductLimit limit_of(swm_math math) const {
    return product_limit(dtype(), math, static_cast<double>(k_));
  }

  std::string contract_hint(swm_math math, double worst) const {
    if (math != SWM_MATH_NATIVE || dtype() != Dtype::f32 || mode_ == FillMode::exact) return {};
    const double widened = worst * limit_of(math).relative;
    if (widened <= limit_of(SWM_MATH_TF32).relative)
      return "; within the limit of TF32 products, which is not this kernel's contract";
    if (widened <= limit_of(SWM_MATH_BF16).relative)
      return "; within the limit of BF16 products, which is not this kernel's contract";
    return {};
  }

  std::int64_t m_, n_, k_;
  FillMode mode_ = FillMode::exact;
  std::uint64_t seed_ = 0;
  std::optional<GemmReference> reference_;
  std::optional<Freivalds> freivalds_;
};

}  // namespace

std::unique_ptr<OperationData> make_gemm_data(const Problem& problem, std::int64_t row_padding) {
  return std::make_unique<GemmData>(problem, row_padding);
}

}  // namespace sweepmark::host
