// fma: Y[j] = X[j], then k times Y[j] = c[0] * Y[j] + c[1]; with integers, so that every fused or
// unfused step is exact and the result counts the steps.
#include "ops/make_data.hpp"
#include "ops/operand_set.hpp"
#include "ops/random.hpp"

namespace sweepmark::host {
namespace {

constexpr std::int64_t largest_input = 1000;

class FmaData : public OperandSet {
 public:
  explicit FmaData(const Problem& p)
      : OperandSet(p, inputs_of(p), Tensor("Y", to_abi(p.dtype), p.n, 0)), k_(p.k) {}

  void fill(FillMode, std::uint64_t seed) override {
    fill_integers(input(0), stream_key(seed, 0), largest_input);
    with_real(dtype(), [&](auto zero) {
      using T = decltype(zero);
      input(1).values<T>()[0] = static_cast<T>(counts() ? 1 : -1);
      input(1).values<T>()[1] = static_cast<T>(1);
    });
    inputs_written();
  }

  Verdict verify(swm_math) override {
    return with_real(dtype(), [&](auto zero) {
      using T = decltype(zero);
      const T* x = input(0).values<T>();
      return compare_exactly<T>(output(), [&](std::int64_t i) { return expected(x[i]); });
    });
  }

 private:
  static std::vector<Tensor> inputs_of(const Problem& p) {
    std::vector<Tensor> inputs;
    inputs.reserve(2);
    inputs.emplace_back("X", to_abi(p.dtype), p.n, 1);
    inputs.emplace_back("c", to_abi(p.dtype), 2, 2);
    return inputs;
  }

  // c = {1, 1} adds k, as long as x + k is exact; then {-1, 1} turns x into 1 - x and back.
  bool counts() const {
    const double room = dtype() == Dtype::f64 ? 0x1p53 : 0x1p24;
    return static_cast<double>(k_) + static_cast<double>(largest_input) <= room;
  }

  double expected(double x) const {
    if (counts()) return x + static_cast<double>(k_);
    return k_ % 2 == 0 ? x : 1 - x;
  }

  std::int64_t k_;
};

}  // namespace

std::unique_ptr<OperationData> make_fma_data(const Problem& problem) {
  return std::make_unique<FmaData>(problem);
}

}  // namespace sweepmark::host
