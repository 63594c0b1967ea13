// --aa: the baseline measured against itself, from a second worker, to see what the machine does by
// itself.
#pragma once
#include <string>

#include "plan/expand.hpp"
#include "plugin/catalog.hpp"

namespace sweepmark::host {

/// Adds a twin "KERNEL@aa" beside every case whose kernel matches the baseline, and the second
/// loading of its plugin to the catalogue. Throws Error when no case matches.
void add_twins(ExpandedPlan& plan, Catalog& catalog, const std::string& baseline);

}  // namespace sweepmark::host
