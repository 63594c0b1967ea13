// triad: B[n] + s[1] * C[n] -> A[n], with integers.
#include "ops/make_data.hpp"
#include "ops/operand_set.hpp"
#include "ops/random.hpp"

namespace sweepmark::host {
namespace {

class TriadData : public OperandSet {
 public:
  explicit TriadData(const Problem& p)
      : OperandSet(p, inputs_of(p), Tensor("A", to_abi(p.dtype), p.n, 0)) {}

  // Both modes are exact: |B + s C| < 2^24.
  void fill(FillMode, std::uint64_t seed) override {
    fill_integers(input(0), stream_key(seed, 0), 1000);
    fill_integers(input(1), stream_key(seed, 1), 1000);
    with_real(dtype(), [&](auto zero) {
      using T = decltype(zero);
      input(2).values<T>()[0] = static_cast<T>(2 + random_index(stream_key(seed, 2), 0, 8));
    });
    inputs_written();
  }

  Verdict verify(swm_math) override {
    return with_real(dtype(), [&](auto zero) {
      using T = decltype(zero);
      const T *b = input(0).values<T>(), *c = input(1).values<T>(), s = input(2).values<T>()[0];
      return compare_exactly<T>(output(), [=](std::int64_t i) { return b[i] + s * c[i]; });
    });
  }

 private:
  static std::vector<Tensor> inputs_of(const Problem& p) {
    std::vector<Tensor> inputs;
    inputs.reserve(3);
    inputs.emplace_back("B", to_abi(p.dtype), p.n, 1);
    inputs.emplace_back("C", to_abi(p.dtype), p.n, 2);
    inputs.emplace_back("s", to_abi(p.dtype), 1, 3);
    return inputs;
  }
};

}  // namespace

std::unique_ptr<OperationData> make_triad_data(const Problem& problem) {
  return std::make_unique<TriadData>(problem);
}

}  // namespace sweepmark::host
