#include "ops/operation.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "ops/make_data.hpp"
#include "ops/operand_set.hpp"

namespace sweepmark::host {
namespace {

double real(std::int64_t value) { return static_cast<double>(value); }

double element_bytes(const Problem& p) { return real(bytes_per_element(p.dtype)); }

bool learns(const Problem& p) {
  return p.operation == Operation::gradient || p.operation == Operation::sgd_epoch;
}

double parameters(const Problem& p) {
  switch (p.model) {
    case Model::linear:
      return real(p.features) + 1;
    case Model::softmax:
      return (real(p.features) + 1) * real(p.outputs);
    case Model::bowl:
      return real(p.features);
    case Model::none:
      break;
  }
  return 0;
}

double target_bytes(const Problem& p) {
  return p.model == Model::linear ? element_bytes(p) : p.model == Model::softmax ? 4 : 0;
}

// Bytes of `examples` rows of X with their targets.
double example_bytes(const Problem& p, std::int64_t examples) {
  return real(examples) * (real(p.features) * element_bytes(p) + target_bytes(p));
}

[[noreturn]] void refuse(const Problem& p, std::string_view name, std::int64_t found,
                         std::string_view expected) {
  throw Error(
      fmt::format("{}: {} is {}, expected {}", to_string(p.operation), name, found, expected));
}

void check_learning(const Problem& p) {
  if (p.model == Model::none)
    throw Error(
        fmt::format("{}: model is none, expected linear, softmax or bowl", to_string(p.operation)));
  const std::array<std::pair<std::string_view, std::int64_t>, 3> needed{
      {{"examples", p.examples}, {"features", p.features}, {"batch", p.batch}}};
  for (const auto& [name, value] : needed)
    if (value < 1) refuse(p, name, value, "at least 1");
  if (p.model == Model::softmax && p.outputs < 1) refuse(p, "outputs", p.outputs, "at least 1");
  const std::int64_t largest = std::numeric_limits<std::int32_t>::max();
  if (p.examples > largest)
    refuse(p, "examples", p.examples, "at most 2147483647 (rows are int32)");
}

void check_dimensions(const Problem& p) {
  if (p.dtype != Dtype::f32 && p.dtype != Dtype::f64)
    throw Error(fmt::format("{}: dtype is {}, expected f32 or f64", to_string(p.operation),
                            to_string(p.dtype)));
  if (learns(p)) return check_learning(p);
  const std::array<std::pair<std::string_view, std::int64_t>, 3> sizes{
      {{"m", p.m}, {"n", p.n}, {"k", p.k}}};
  for (const auto& [name, value] : sizes)
    if (value < 0) refuse(p, name, value, "at least 0");
}

swm_op to_abi(Operation operation) {
  switch (operation) {
    case Operation::gemm:
      return SWM_OP_GEMM;
    case Operation::gradient:
      return SWM_OP_GRADIENT;
    case Operation::sgd_epoch:
      return SWM_OP_SGD_EPOCH;
    case Operation::read:
      return SWM_OP_READ;
    case Operation::triad:
      return SWM_OP_TRIAD;
    case Operation::fma:
      return SWM_OP_FMA;
  }
  return SWM_OP_GEMM;
}

swm_model to_abi(Model model) {
  switch (model) {
    case Model::linear:
      return SWM_LINEAR;
    case Model::softmax:
      return SWM_SOFTMAX;
    case Model::bowl:
      return SWM_BOWL;
    case Model::none:
      break;
  }
  return SWM_MODEL_NONE;
}

}  // namespace

swm_problem to_abi(const Problem& p, swm_math math) {
  swm_problem out{};
  out.size = sizeof out;
  out.op = to_abi(p.operation);
  out.dtype = to_abi(p.dtype);
  out.math = math;
  out.threads = static_cast<std::uint32_t>(p.threads < 1 ? 1 : p.threads);
  out.device_index = static_cast<std::uint32_t>(p.device_index < 0 ? 0 : p.device_index);
  out.m = p.m;
  out.n = p.n;
  out.k = p.k;
  out.model = to_abi(p.model);
  out.examples = p.examples;
  out.features = p.features;
  out.outputs = p.outputs;
  out.batch = p.batch;
  out.learning_rate = p.learning_rate;
  out.seed = p.shuffle_seed;
  return out;
}

double nominal_flops(const Problem& p) {
  // Two products with X, forward and back, per example; the bowl has a subtraction and an addition.
  const double outputs = p.model == Model::softmax ? real(p.outputs) : 1;
  const double per_example = (p.model == Model::bowl ? 2 : 4) * real(p.features) * outputs;
  switch (p.operation) {
    case Operation::gemm:
      return 2 * real(p.m) * real(p.n) * real(p.k);
    case Operation::gradient:
      return real(p.batch) * per_example;
    case Operation::sgd_epoch: {
      const std::int64_t steps = p.batch > 0 ? (p.examples + p.batch - 1) / p.batch : 0;
      return real(p.examples) * per_example + real(steps) * 2 * parameters(p);
    }
    case Operation::read:
      return real(p.n);
    case Operation::triad:
      return 2 * real(p.n);
    case Operation::fma:
      return 2 * real(p.n) * real(p.k);
  }
  return 0;
}

double nominal_bytes(const Problem& p) {
  switch (p.operation) {
    case Operation::gemm:
      if (p.m == 0 || p.n == 0) return 0;
      return working_set_bytes(p);
    case Operation::gradient:
      return example_bytes(p, p.batch) + 4 * real(p.batch) + 2 * parameters(p) * element_bytes(p);
    case Operation::sgd_epoch:
    case Operation::fma:
      return working_set_bytes(p);
    case Operation::read:
      return real(p.n) * element_bytes(p);
    case Operation::triad:
      return 3 * real(p.n) * element_bytes(p);
  }
  return 0;
}

double working_set_bytes(const Problem& p) {
  switch (p.operation) {
    case Operation::gemm:
      return (real(p.m) * real(p.k) + real(p.k) * real(p.n) + real(p.m) * real(p.n)) *
             element_bytes(p);
    case Operation::gradient:
      return example_bytes(p, p.examples) + 4 * real(p.batch) +
             2 * parameters(p) * element_bytes(p);
    case Operation::sgd_epoch:
      return example_bytes(p, p.examples) + 4 * real(p.examples) +
             2 * parameters(p) * element_bytes(p);
    case Operation::read:
      return (real(p.n) + 1) * element_bytes(p);
    case Operation::triad:
      return (3 * real(p.n) + 1) * element_bytes(p);
    case Operation::fma:
      return (2 * real(p.n) + 2) * element_bytes(p);
  }
  return 0;
}

std::unique_ptr<OperationData> make_operation_data(const Problem& problem,
                                                   std::int64_t row_padding) {
  check_dimensions(problem);
  switch (problem.operation) {
    case Operation::gemm:
      if (row_padding < 0) refuse(problem, "row_padding", row_padding, "at least 0");
      return make_gemm_data(problem, row_padding);
    case Operation::gradient:
      return make_gradient_data(problem);
    case Operation::sgd_epoch:
      return make_sgd_epoch_data(problem);
    case Operation::read:
      return make_read_data(problem);
    case Operation::triad:
      return make_triad_data(problem);
    case Operation::fma:
      return make_fma_data(problem);
  }
  throw Error("operation is not known");
}

}  // namespace sweepmark::host
