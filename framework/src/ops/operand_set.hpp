// What all operations' data share: named operands, their ABI view, and watching them.
#pragma once
#include <string>
#include <vector>

#include "ops/operands.hpp"
#include "ops/operation.hpp"

namespace sweepmark::host {

/// An OperationData of named tensors. A subclass fills the inputs in fill() and ends it with
/// inputs_written(); it compares in verify().
class OperandSet : public OperationData {
 public:
  OperandSet(const OperandSet&) = delete;
  OperandSet& operator=(const OperandSet&) = delete;

  const swm_problem& problem() const override { return problem_; }
  const swm_operands& operands() const override { return operands_; }
  void poison_output() override { output_.poison(); }
  std::optional<std::string> damage() const override;

 protected:
  OperandSet(const Problem& problem, std::vector<Tensor> inputs, Tensor output);

  Tensor& input(std::size_t i) { return inputs_[i]; }
  const Tensor& input(std::size_t i) const { return inputs_[i]; }
  const Tensor& output() const { return output_; }
  Dtype dtype() const { return dtype_; }
  /// Remembers what the inputs hold now, for damage().
  void inputs_written();

 private:
  Dtype dtype_;
  swm_problem problem_;
  std::vector<Tensor> inputs_;
  Tensor output_;
  std::vector<std::uint64_t> checksums_;
  std::vector<const swm_tensor*> pointers_;
  swm_operands operands_{};
};

/// Normal(0, 1) values times `scale`, rounded to the tensor's dtype (f32 or f64).
void fill_normal(Tensor& tensor, std::uint64_t key, double scale = 1);
/// Integers in [-bound, bound] (f32, f64 or i32).
void fill_integers(Tensor& tensor, std::uint64_t key, std::int64_t bound);
/// Integers in [0, count), for an i32 tensor.
void fill_indices(Tensor& tensor, std::uint64_t key, std::int64_t count);

/// The ABI's dtype of a problem's.
swm_dtype to_abi(Dtype dtype);

/// Calls f with a float or a double, whichever `dtype` is; the data of both are checked alike.
template <class F>
decltype(auto) with_real(Dtype dtype, F&& f) {
  return dtype == Dtype::f64 ? f(double{}) : f(float{});
}

/// Every element against `expected(i)`, which must be met exactly: for results whose every step is
/// exact. The reason names `what`, e.g. "S".
template <class T, class Expected>
Verdict compare_exactly(const Tensor& output, Expected&& expected);

/// The verdict on `bad` elements that differ from an exact result; `first` is the place of one.
Verdict inexact(const Tensor& output, std::int64_t bad, std::int64_t first, double found,
                double expected);

/// The last part of a reason when elements still hold what poison_output() put there, or "".
std::string poison_hint(const Tensor& output);

template <class T, class Expected>
Verdict compare_exactly(const Tensor& output, Expected&& expected) {
  const T* found = output.values<T>();
  std::int64_t bad = 0, first = 0;
  for (std::int64_t i = 0; i < output.elements(); ++i)
    if (!(static_cast<double>(found[i]) == static_cast<double>(expected(i))) && bad++ == 0)
      first = i;
  if (bad == 0) return {};
  return inexact(output, bad, first, static_cast<double>(found[first]),
                 static_cast<double>(expected(first)));
}

}  // namespace sweepmark::host
