// The data behind training cases: which file, what stands in for it, how many examples "all" is.
#pragma once
#include <string>
#include <vector>

#include "plan/expand.hpp"

namespace sweepmark::host {

/// Fills data_file of every training and noise case and turns batch_size 0 (all) into the number of
/// training examples. Where airfoil or digits is not found, made-up data of the same shape stand in
/// under the name "synthetic"; a sentence for each such set is returned, for the report's first
/// line. Throws Error for a file that is not there or that cannot be read.
std::vector<std::string> resolve_data(ExpandedPlan& plan, const std::vector<std::string>& folders);

}  // namespace sweepmark::host
