#include "ops/operand_set.hpp"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "base/text.hpp"
#include "ops/random.hpp"

namespace sweepmark::host {
namespace {

template <class T, class Value>
void write(Tensor& tensor, Value&& value) {
  std::uint64_t index = 0;
  for (std::int64_t i = 0; i < tensor.rows(); ++i) {
    T* row = tensor.values<T>() + i * tensor.leading();
    for (std::int64_t j = 0; j < tensor.columns(); ++j) row[j] = static_cast<T>(value(index++));
  }
}

template <class Value>
void write_any(Tensor& tensor, Value&& value) {
  if (tensor.dtype() == SWM_F64)
    write<double>(tensor, value);
  else if (tensor.dtype() == SWM_F32)
    write<float>(tensor, value);
  else
    write<std::int32_t>(tensor, value);
}

}  // namespace

OperandSet::OperandSet(const Problem& problem, std::vector<Tensor> inputs, Tensor output)
    : dtype_(problem.dtype),
      problem_(to_abi(problem, SWM_MATH_NATIVE)),
      inputs_(std::move(inputs)),
      output_(std::move(output)) {
  for (const Tensor& input : inputs_) pointers_.push_back(&input.abi());
  operands_ = {sizeof(swm_operands), static_cast<std::uint32_t>(inputs_.size()), pointers_.data(),
               &output_.abi()};
}

void OperandSet::inputs_written() {
  checksums_.clear();
  for (const Tensor& input : inputs_) checksums_.push_back(input.checksum());
}

std::optional<std::string> OperandSet::damage() const {
  if (auto text = output_.damage()) return text;
  for (const Tensor& input : inputs_)
    if (auto text = input.damage()) return text;
  for (std::size_t i = 0; i < checksums_.size(); ++i)
    if (inputs_[i].checksum() != checksums_[i])
      return fmt::format("input {} was changed; only {} may be written", inputs_[i].name(),
                         output_.name());
  return std::nullopt;
}

void fill_normal(Tensor& tensor, std::uint64_t key, double scale) {
  if (scale == 1)
    write_any(tensor, [key](std::uint64_t i) { return random_normal(key, i); });
  else
    write_any(tensor, [key, scale](std::uint64_t i) { return scale * random_normal(key, i); });
}

void fill_integers(Tensor& tensor, std::uint64_t key, std::int64_t bound) {
  write_any(tensor, [key, bound](std::uint64_t i) { return random_integer(key, i, bound); });
}

void fill_indices(Tensor& tensor, std::uint64_t key, std::int64_t count) {
  write<std::int32_t>(tensor,
                      [key, count](std::uint64_t i) { return random_index(key, i, count); });
}

swm_dtype to_abi(Dtype dtype) {
  switch (dtype) {
    case Dtype::f64:
      return SWM_F64;
    case Dtype::f32:
      return SWM_F32;
    case Dtype::f16:
      return SWM_F16;
    case Dtype::bf16:
      return SWM_BF16;
  }
  return SWM_F32;
}

std::string poison_hint(const Tensor& output) {
  std::int64_t first = 0;
  const std::int64_t count = output.count_poison(first);
  if (count == 0) return {};
  return fmt::format(
      "; {} element(s) still hold the NaN put there before the run: never written, or added to "
      "instead of overwritten",
      count);
}

Verdict inexact(const Tensor& output, std::int64_t bad, std::int64_t first, double found,
                double expected) {
  return {
      false, std::numeric_limits<double>::infinity(),
      fmt::format("{} of {} element(s) of {} wrong; first {}[{}]: found {}, expected {} exactly{}",
                  bad, output.elements(), output.name(), output.name(), first, shortest(found),
                  shortest(expected), poison_hint(output))};
}

}  // namespace sweepmark::host
