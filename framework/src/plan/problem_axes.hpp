// From axis values to the dimensions of a problem.
#pragma once
#include <optional>
#include <string>

#include "plan/combinations.hpp"
#include "record/problem.hpp"

namespace sweepmark::host {

/// Adds what a kernel sweep leaves unsaid (gemm: size 256). Throws Error when its dimensions are
/// incomplete: n without m and k, read without n or bytes.
void complete_dimensions(Sweep& sweep, Operation operation);

/// Dimensions, dtype, model and the like; threads and device are the caller's.
/// `refusal` is set where the values exclude each other (a batch above the number of examples).
/// Throws Error when a matrix would have more elements than any memory.
Problem make_problem(Operation operation, const Combination& combination, const std::string& place,
                     std::string& refusal);

/// The problem as the names that constraints use.
Settings visible_settings(const Problem& problem);

}  // namespace sweepmark::host
