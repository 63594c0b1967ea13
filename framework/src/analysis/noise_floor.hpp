// The smallest difference this data can show: what the same code does to itself.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "record/run_file.hpp"

namespace sweepmark::host {

/// As a fraction: 0.02 means that ratios within [1/1.02, 1.02] are what the machine does by itself.
struct NoiseFloor {
  std::optional<double> value;  // nothing: there was nothing to tell it from
  std::string source;           // how it was found, in words
};

/// The alias a kernel runs under when it is measured against itself (`--aa`).
inline constexpr const char* self_alias = "@aa";

/// Inside one run: the largest ratio between a row and its own `@aa` twin, over paired rounds.
/// Without twins: from the paired log-ratios of each row to its baseline, in the order of rounds:
/// half the difference between the medians of odd and of even rounds (a half has twice the noise of
/// the whole), at its 95th percentile over the rows of 12 shared rounds or more.
NoiseFloor floor_inside(const RunFile& run, const std::vector<std::vector<double>>& log_ratios);

/// Between two files: the largest of each run's FMA-rate drift (medians of quarters of its
/// samples), the FMA rates of both runs against each other (same machine only), and the 95th
/// percentile over both files' rows of first half against second half. Rows of 12 samples or more.
NoiseFloor floor_between(const RunFile& a, const RunFile& b);

}  // namespace sweepmark::host
