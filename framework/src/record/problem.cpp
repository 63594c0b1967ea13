#include "record/problem.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/text.hpp"

namespace sweepmark::host {
namespace {

template <class E, std::size_t N>
using Names = std::array<std::pair<E, std::string_view>, N>;

constexpr Names<Operation, 6> operations{{{Operation::gemm, "gemm"},
                                          {Operation::gradient, "gradient"},
                                          {Operation::sgd_epoch, "sgd_epoch"},
                                          {Operation::read, "read"},
                                          {Operation::triad, "triad"},
                                          {Operation::fma, "fma"}}};
constexpr Names<Dtype, 4> dtypes{
    {{Dtype::f32, "f32"}, {Dtype::f64, "f64"}, {Dtype::f16, "f16"}, {Dtype::bf16, "bf16"}}};
constexpr Names<Model, 4> models{{{Model::none, "none"},
                                  {Model::linear, "linear"},
                                  {Model::softmax, "softmax"},
                                  {Model::bowl, "bowl"}}};
constexpr Names<CacheMode, 2> cache_modes{{{CacheMode::hot, "hot"}, {CacheMode::cold, "cold"}}};

template <class E, std::size_t N>
std::string_view name_of(const Names<E, N>& names, E value) {
  for (const auto& [candidate, name] : names)
    if (candidate == value) return name;
  return "?";
}

template <class E, std::size_t N>
std::optional<E> value_of(const Names<E, N>& names, std::string_view text) {
  for (const auto& [candidate, name] : names)
    if (name == text) return candidate;
  return std::nullopt;
}

}  // namespace

std::string_view to_string(Operation operation) { return name_of(operations, operation); }
std::string_view to_string(Dtype dtype) { return name_of(dtypes, dtype); }
std::string_view to_string(Model model) { return name_of(models, model); }
std::string_view to_string(CacheMode mode) { return name_of(cache_modes, mode); }
std::optional<Operation> parse_operation(std::string_view text) {
  return value_of(operations, text);
}
std::optional<Dtype> parse_dtype(std::string_view text) { return value_of(dtypes, text); }
std::optional<Model> parse_model(std::string_view text) { return value_of(models, text); }
std::optional<CacheMode> parse_cache_mode(std::string_view text) {
  return value_of(cache_modes, text);
}

std::int64_t bytes_per_element(Dtype dtype) {
  switch (dtype) {
    case Dtype::f64:
      return 8;
    case Dtype::f32:
      return 4;
    case Dtype::f16:
    case Dtype::bf16:
      return 2;
  }
  return 0;
}

std::string dimensions_text(const Problem& p) {
  switch (p.operation) {
    case Operation::gemm:
      return fmt::format("m:{}/n:{}/k:{}", p.m, p.n, p.k);
    case Operation::read:
    case Operation::triad:
      return fmt::format("n:{}", p.n);
    case Operation::fma:
      return fmt::format("n:{}/k:{}", p.n, p.k);
    case Operation::gradient:
    case Operation::sgd_epoch:
      break;
  }
  std::string text =
      fmt::format("model:{}/examples:{}/features:{}", to_string(p.model), p.examples, p.features);
  if (p.model == Model::softmax) text += fmt::format("/outputs:{}", p.outputs);
  text += fmt::format("/batch_size:{}", p.batch);
  if (p.operation == Operation::sgd_epoch)
    text += fmt::format("/learning_rate:{}", shortest(p.learning_rate));
  return text;
}

}  // namespace sweepmark::host
