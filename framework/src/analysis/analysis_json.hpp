// The analysis, a comparison and a history as JSON.
#pragma once
#include "analysis/analysis.hpp"
#include "record/json.hpp"

namespace sweepmark::host {

/// What `report --json` prints under `analysis`.
Json to_json(const Analysis& analysis, const RunFile& run);
/// What `compare --json` prints: {baseline, contender, differences, notes, noise_floor, margin,
/// rows, geomean, incomparable}.
Json to_json(const Comparison& comparison);
Json to_json(const std::vector<CaseHistory>& histories);

}  // namespace sweepmark::host
