// The table of one group of kernel rows: which is fastest on this problem, and by how much.
#pragma once
#include "analysis/group_summary.hpp"
#include "reports/section.hpp"

namespace sweepmark::host {

/// Rows kernel and settings; columns time, spread, rate, share of the best and of the roofline,
/// bound error, note. Rows that were not measured keep their place with their outcome and reason.
Section kernel_section(const RunFile& run, const GroupSummary& group);

/// "gemm 256 x 256 x 256, f32, 1 thread, hot".
std::string group_title(const Measurement& m);

}  // namespace sweepmark::host
