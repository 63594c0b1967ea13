#include "plan/problem_axes.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/text.hpp"
#include "plan/axis_rules.hpp"

namespace sweepmark::host {
namespace {

constexpr double most_elements = 576460752303423488.0;  // 2^59: 2^62 bytes of float64
constexpr std::int64_t default_size = 256;

std::int64_t integer_or(const Combination& combination, std::string_view name,
                        std::int64_t fallback) {
  const Value* value = find_choice(combination, name);
  return value ? as_integer(*value, std::string(name)) : fallback;
}

std::string text_or(const Combination& combination, std::string_view name,
                    const std::string& fallback) {
  const Value* value = find_choice(combination, name);
  return value ? to_text(*value) : fallback;
}

void require(const Sweep& sweep, Operation operation, std::string_view name,
             std::string_view instead) {
  if (!find_axis(sweep.axes, name))
    throw Error(fmt::format("{}: a sweep of {} needs the axis '{}'{}", sweep.place,
                            to_string(operation), name, instead));
}

void set_gemm(Problem& p, const Combination& combination, const std::string& place) {
  const std::int64_t size = integer_or(combination, "size", default_size);
  p.m = integer_or(combination, "m", size);
  p.n = integer_or(combination, "n", size);
  p.k = integer_or(combination, "k", size);
  const auto elements = [](std::int64_t a, std::int64_t b) {
    return static_cast<double>(a) * static_cast<double>(b);
  };
  if (elements(p.m, p.n) > most_elements || elements(p.m, p.k) > most_elements ||
      elements(p.k, p.n) > most_elements)
    throw Error(fmt::format("{}: m={}, n={}, k={}: a matrix would have more than 2^59 elements",
                            place, p.m, p.n, p.k));
}

void set_vector(Problem& p, const Combination& combination) {
  p.n = integer_or(combination, "n", 0);
  const Value* bytes = find_choice(combination, "bytes");
  if (!bytes) return;
  // The working set: one array for read, three for triad.
  const std::int64_t arrays = p.operation == Operation::triad ? 3 : 1;
  p.n = read_bytes(*bytes).value_or(0) / (arrays * bytes_per_element(p.dtype));
}

/// The shape of the data set that each model is known by: airfoil, digits, the bowl.
struct ModelShape {
  std::int64_t examples, features, outputs;
};

ModelShape usual_shape(Model model) {
  switch (model) {
    case Model::softmax:
      return {1200, 64, 10};
    case Model::bowl:
      return {1000, 2, 1};
    case Model::linear:
    case Model::none:
      break;
  }
  return {1500, 5, 1};
}

void set_learning(Problem& p, const Combination& combination, std::string& refusal) {
  p.model = *parse_model(text_or(combination, "model", "linear"));
  const ModelShape usual = usual_shape(p.model);
  p.examples = integer_or(combination, "examples", usual.examples);
  p.features = integer_or(combination, "features", usual.features);
  p.outputs =
      p.model == Model::softmax ? integer_or(combination, "outputs", usual.outputs) : usual.outputs;
  const Value* batch = find_choice(combination, "batch_size");
  if (batch && std::holds_alternative<std::string>(*batch))
    p.batch = p.examples;  // "all"
  else
    p.batch = integer_or(combination, "batch_size", std::min<std::int64_t>(10, p.examples));
  if (p.batch > p.examples)
    refusal = fmt::format("batch_size {} is more than the {} examples", p.batch, p.examples);
  if (p.operation != Operation::sgd_epoch) return;
  const Value* rate = find_choice(combination, "learning_rate");
  p.learning_rate = rate ? as_real(*rate, "learning_rate") : 0.01;
}

}  // namespace

void complete_dimensions(Sweep& sweep, Operation operation) {
  const auto has = [&](std::string_view name) { return find_axis(sweep.axes, name) != nullptr; };
  switch (operation) {
    case Operation::gemm:
      if (has("size")) return;
      if (!has("m") && !has("n") && !has("k")) {
        sweep.axes.push_back({"size", {default_size}, sweep.place});
        return;
      }
      for (const auto* name : {"m", "n", "k"})
        require(sweep, operation, name, ": m, n and k go together, or size stands for all three");
      return;
    case Operation::read:
    case Operation::triad:
      if (!has("bytes")) require(sweep, operation, "n", " or 'bytes'");
      return;
    case Operation::fma:
      require(sweep, operation, "n", "");
      require(sweep, operation, "k", "");
      return;
    case Operation::gradient:
    case Operation::sgd_epoch:
      return;
  }
}

Problem make_problem(Operation operation, const Combination& combination, const std::string& place,
                     std::string& refusal) {
  Problem p;
  p.operation = operation;
  p.dtype = *parse_dtype(text_or(combination, "dtype", "f32"));
  switch (operation) {
    case Operation::gemm:
      set_gemm(p, combination, place);
      break;
    case Operation::read:
    case Operation::triad:
      set_vector(p, combination);
      break;
    case Operation::fma:
      p.n = integer_or(combination, "n", 0);
      p.k = integer_or(combination, "k", 0);
      break;
    case Operation::gradient:
    case Operation::sgd_epoch:
      set_learning(p, combination, refusal);
      break;
  }
  return p;
}

Settings visible_settings(const Problem& p) {
  Settings values{{"dtype", std::string(to_string(p.dtype))},
                  {"threads", static_cast<std::int64_t>(p.threads)},
                  {"device", static_cast<std::int64_t>(p.device_index)}};
  switch (p.operation) {
    case Operation::gemm:
      values["m"] = p.m;
      values["n"] = p.n;
      values["k"] = p.k;
      if (p.m == p.n && p.n == p.k) values["size"] = p.n;
      break;
    case Operation::read:
    case Operation::triad:
      values["n"] = p.n;
      values["bytes"] =
          p.n * bytes_per_element(p.dtype) * (p.operation == Operation::triad ? 3 : 1);
      break;
    case Operation::fma:
      values["n"] = p.n;
      values["k"] = p.k;
      break;
    case Operation::gradient:
    case Operation::sgd_epoch:
      values["model"] = std::string(to_string(p.model));
      values["examples"] = p.examples;
      values["features"] = p.features;
      values["outputs"] = p.outputs;
      values["batch_size"] = p.batch;
      if (p.operation == Operation::sgd_epoch) values["learning_rate"] = p.learning_rate;
      break;
  }
  return values;
}

}  // namespace sweepmark::host
