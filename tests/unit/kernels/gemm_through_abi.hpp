// Takes one gemm kernel of a plugin through the ABI's order of calls and checks what it wrote.
#pragma once
#include <sweepmark/abi.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "gemm_operands.hpp"

namespace sweepmark::test {

using TuningValues = std::vector<swm_value>;

inline TuningValues presets(const swm_kernel& kernel) {
  TuningValues out;
  for (std::uint32_t i = 0; i < kernel.param_count; ++i) out.push_back(kernel.params[i]->preset);
  return out;
}

/// The presets, and each integer parameter in turn at small, odd and large values in its range.
inline std::vector<TuningValues> tunings_to_try(const swm_kernel& kernel) {
  std::vector<TuningValues> out{presets(kernel)};
  for (std::uint32_t i = 0; i < kernel.param_count; ++i) {
    const swm_param& param = *kernel.params[i];
    if (param.kind == SWM_PARAM_REAL) continue;
    for (const std::int64_t value : {std::int64_t{1}, std::int64_t{3}, std::int64_t{16},
                                     std::int64_t{50}, std::int64_t{1000}, param.high.i})
      if (value >= param.low.i && value <= param.high.i) {
        TuningValues tuning = presets(kernel);
        tuning[i].i = value;
        out.push_back(tuning);
      }
  }
  return out;
}

inline swm_problem gemm_problem(Shape shape, std::uint32_t dtype, std::uint32_t threads) {
  swm_problem p{};
  p.size = sizeof p;
  p.op = SWM_OP_GEMM;
  p.dtype = dtype;
  p.threads = threads;
  p.m = shape.m;
  p.n = shape.n;
  p.k = shape.k;
  return p;
}

/// supports, prepare, run(2), then new inputs and run(1), teardown, checking C after each run.
/// Nothing when all was right, else what went wrong; "unsupported: ..." when the kernel said so.
template <class T>
std::optional<std::string> run_through_abi(const swm_kernel& kernel, const TuningValues& tuning,
                                           GemmOperands<T>& data, std::uint32_t threads = 1,
                                           bool new_inputs = true) {
  std::array<char, 512> text{};
  swm_error error{sizeof(swm_error), 0, text.data(), text.size()};
  const swm_problem problem = gemm_problem(data.shape, dtype_v<T>, threads);
  if (kernel.supports(&problem, tuning.data(), &error) != SWM_OK)
    return "unsupported: " + std::string(text.data());

  const std::array<const swm_tensor*, 2> inputs{&data.a.tensor(), &data.b.tensor()};
  const swm_operands operands{sizeof(swm_operands), 2, inputs.data(), &data.c.tensor()};
  void* instance = nullptr;
  if (kernel.prepare(&problem, tuning.data(), &operands, &instance, &error) != SWM_OK)
    return "prepare: " + std::string(text.data());

  const auto round = [&](std::uint64_t repeats) -> std::optional<std::string> {
    data.poison();
    if (kernel.run(instance, repeats, &error) != SWM_OK) return "run: " + std::string(text.data());
    if (kernel.fetch != nullptr && kernel.fetch(instance, &error) != SWM_OK)
      return "fetch: " + std::string(text.data());
    return data.difference();
  };
  std::optional<std::string> problem_found = round(2);
  if (!problem_found && new_inputs && kernel.prepacked == 0) {
    data.fill_integers(4711);
    problem_found = round(1);
  }
  kernel.teardown(instance);
  return problem_found;
}

}  // namespace sweepmark::test
