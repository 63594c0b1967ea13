// read: the sum of X[n] -> S[1], with integers whose every partial sum is exact.
#include <algorithm>

#include "ops/make_data.hpp"
#include "ops/operand_set.hpp"
#include "ops/random.hpp"

namespace sweepmark::host {
namespace {

class ReadData : public OperandSet {
 public:
  explicit ReadData(const Problem& p)
      : OperandSet(p, inputs_of(p), Tensor("S", to_abi(p.dtype), 1, 0)) {}

  // Both modes are exact. No value is 0, so that an element left out is always seen.
  void fill(FillMode, std::uint64_t seed) override {
    const double room = dtype() == Dtype::f64 ? 0x1p53 : 0x1p24;
    const auto n = static_cast<double>(std::max<std::int64_t>(input(0).elements(), 1));
    // Past n = 2^24 float32 sums of random signs stay about sqrt(n), far below 2^24.
    const auto bound = static_cast<std::int64_t>(std::clamp(room / n, 1.0, 1000.0));
    with_real(dtype(), [&](auto zero) { write<decltype(zero)>(stream_key(seed, 0), bound); });
    inputs_written();
  }

  Verdict verify(swm_math) override {
    return with_real(dtype(), [&](auto zero) {
      using T = decltype(zero);
      return compare_exactly<T>(output(), [this](std::int64_t) { return sum_; });
    });
  }

 private:
  static std::vector<Tensor> inputs_of(const Problem& p) {
    std::vector<Tensor> inputs;
    inputs.emplace_back("X", to_abi(p.dtype), p.n, 1);
    return inputs;
  }

  template <class T>
  void write(std::uint64_t key, std::int64_t bound) {
    T* x = input(0).values<T>();
    std::int64_t sum = 0;
    for (std::int64_t i = 0; i < input(0).elements(); ++i) {
      const std::int64_t draw = random_index(key, static_cast<std::uint64_t>(i), 2 * bound) - bound;
      const std::int64_t value = draw < 0 ? draw : draw + 1;
      x[i] = static_cast<T>(value);
      sum += value;
    }
    sum_ = static_cast<double>(sum);
  }

  double sum_ = 0;
};

}  // namespace

std::unique_ptr<OperationData> make_read_data(const Problem& problem) {
  return std::make_unique<ReadData>(problem);
}

}  // namespace sweepmark::host
