// One row of a Google Benchmark file, read leniently: every version of the format left fields out.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "record/json.hpp"
#include "record/value.hpp"

namespace sweepmark::host {

struct GoogleBenchmarkRow {
  enum class Kind { iteration, mean, median, other_aggregate, complexity };
  Kind kind = Kind::iteration;
  std::string run_name;  // what repetitions and aggregates of one benchmark share
  std::string label;
  std::optional<std::string> error, skip;
  std::optional<double> real_time_ns;
  std::optional<std::int64_t> iterations, repetition;
  std::optional<int> threads;
};

/// `place` names the row in errors: "file: benchmarks[3]".
GoogleBenchmarkRow google_benchmark_row(const Json& json, const std::string& place);

/// "BM_gemm/n:8/block:4/256" -> {n: 8, block: 4, argument_1: 256}; words without a value left out.
Settings settings_in_name(const std::string& run_name);

/// The part of the name before its arguments.
std::string family_in_name(const std::string& run_name);

}  // namespace sweepmark::host
