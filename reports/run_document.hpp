// A whole run as a document: what every text form of the report shows.
#pragma once
#include "analysis/analysis.hpp"
#include "reports/section.hpp"

namespace sweepmark::host {

/// `against`: the comparison with a baseline inside the run, or nullptr.
Document run_document(const RunFile& run, const Analysis& analysis, const Comparison* against);

/// "box, Intel Xeon, 2 usable CPUs, L1 48 KiB, L2 2 MiB": what is known of the machine.
std::string machine_text(const Environment& environment);

/// "8 measured, 1 wrong" over all records of the run.
std::string counts_text(const RunFile& run);

}  // namespace sweepmark::host
