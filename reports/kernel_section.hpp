// The table of one group of kernel rows: which is fastest on this problem, and by how much.
#pragma once
#include <string>
#include <unordered_map>

#include "analysis/comparison.hpp"
#include "analysis/group_summary.hpp"
#include "reports/section.hpp"

namespace sweepmark::host {

/// The rows of a comparison with a baseline, by id.
using ComparedById = std::unordered_map<std::string, const ComparedRow*>;
ComparedById by_id(const Comparison* comparison);

/// Rows kernel and settings; columns time, spread, rate, share of the best and of the roofline,
/// bound error, note. Rows that were not measured keep their place with their outcome and reason.
/// With a baseline, its ratio and verdict follow.
Section kernel_section(const RunFile& run, const GroupSummary& group, const ComparedById& compared);

/// "gemm 256 x 256 x 256, f32, 1 thread, hot".
std::string group_title(const Measurement& m);

}  // namespace sweepmark::host
