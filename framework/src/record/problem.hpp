// What is computed: the operation, its dimensions, its dtype and the threads it may use.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sweepmark::host {

enum class Operation { gemm, gradient, sgd_epoch, read, triad, fma };
enum class Dtype { f32, f64, f16, bf16 };
enum class Model { none, linear, softmax, bowl };
enum class CacheMode { hot, cold };

std::string_view to_string(Operation operation);
std::string_view to_string(Dtype dtype);
std::string_view to_string(Model model);
std::string_view to_string(CacheMode mode);
std::optional<Operation> parse_operation(std::string_view text);
std::optional<Dtype> parse_dtype(std::string_view text);
std::optional<Model> parse_model(std::string_view text);
std::optional<CacheMode> parse_cache_mode(std::string_view text);

std::int64_t bytes_per_element(Dtype dtype);

/// Dimensions that an operation does not have stay 0. See abi.h for what each operation reads.
struct Problem {
  Operation operation = Operation::gemm;
  std::int64_t m = 0, n = 0, k = 0;
  Dtype dtype = Dtype::f32;
  int threads = 1;
  int device_index = 0;
  Model model = Model::none;
  std::int64_t examples = 0, features = 0, outputs = 0, batch = 0;
  double learning_rate = 0;
  std::uint64_t shuffle_seed = 0;

  bool operator==(const Problem&) const = default;
};

/// The dimensions as id segments: "m:256/n:256/k:256" or "examples:1500/features:5/batch:10".
std::string dimensions_text(const Problem& problem);

}  // namespace sweepmark::host
