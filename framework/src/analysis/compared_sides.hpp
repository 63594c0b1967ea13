// What comparing needs of a row, whether a kernel's or a training's.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "analysis/comparison.hpp"

namespace sweepmark::host {

struct ComparedSide {
  std::string_view id;  // of the run's row, which outlives this
  const std::vector<double>* samples_ns = nullptr;
  const std::vector<std::int64_t>* rounds = nullptr;
  std::optional<double> median_ns;
  Outcome outcome = Outcome::skipped;
  std::string reason;
};

/// Every row of a run, kernels first; ids without Google Benchmark's "/real_time".
std::vector<ComparedSide> sides_of(const RunFile& run);

/// Why a row has no place in a comparison; "" when it has one.
std::string unusable_reason(const ComparedSide& side);

/// Ratio, interval and verdict of two sides of two files.
ComparedRow compare_sides(const ComparedSide& baseline, const ComparedSide& contender,
                          const CompareOptions& options, double margin);

/// exp of the mean of ln(ratio) over the rows that have one.
std::optional<double> geometric_mean(const std::vector<ComparedRow>& rows);

/// What differs between the machines, builds and settings of two runs: "cpu: A / B".
std::vector<std::string> header_differences(const RunFile& a, const RunFile& b);

}  // namespace sweepmark::host
