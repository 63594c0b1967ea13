// --profile: each case prepared, checked and called in this process, for perf, gdb and ncu.
#pragma once
#include <vector>

#include "plugin/catalog.hpp"
#include "record/case.hpp"

namespace sweepmark::host {

/// Prints one line per case; nothing is timed or stored. Returns whether all were right.
bool profile_cases(const std::vector<Case>& cases, const Catalog& catalog);

}  // namespace sweepmark::host
