// Rates over one dimension: a row a configuration, a column a size.
#pragma once
#include "analysis/analysis.hpp"
#include "reports/section.hpp"

namespace sweepmark::host {

/// The best of each size stands out; crossovers, cliffs and the loss of one default follow in
/// words.
Section size_section(const RunFile& run, const SizeSweep& sweep,
                     const std::vector<DispatchFamily>& dispatch);

}  // namespace sweepmark::host
