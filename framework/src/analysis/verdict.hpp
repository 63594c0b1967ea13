// Four answers to "is it faster?": a difference must clear the margin with its whole interval.
#pragma once
#include <optional>
#include <string_view>

#include "analysis/ratio.hpp"

namespace sweepmark::host {

enum class Verdict { faster, slower, equivalent, inconclusive };
std::string_view to_string(Verdict verdict);

/// The verdict over a ratio of times. The margin is symmetric in the logarithm: [1/(1+m), 1+m], so
/// that swapping the sides mirrors every verdict. Interval below it: faster; above: slower; inside:
/// equivalent; anything else, and no interval at all: inconclusive.
Verdict verdict_of(const std::optional<Interval>& interval, double margin);

}  // namespace sweepmark::host
