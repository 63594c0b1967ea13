// Where throughput stops rising with block width, and why: what a call costs, what a flop costs.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/configuration.hpp"
#include "record/run_file.hpp"

namespace sweepmark::host {

struct WidthPoint {
  std::int64_t width = 0;
  std::size_t index = 0;         // into RunFile::measurements
  double calls = 0;              // blocks: ceil(n / width)
  bool tied = false;             // not distinguishable from the best width
  double working_set_bytes = 0;  // of one block call: A, and the block's columns of B and C
  std::string fits_in;           // the cache that holds it; "" when the caches are not known
};

/// t(w) = calls(w) * overhead + flops / rate, fitted to the medians with relative weights.
struct CallCostFit {
  double overhead_ns = 0;
  std::optional<Interval> overhead_interval;
  double rate_gflops = 0;
  std::optional<Interval> rate_interval;
  double worst_residual = 0;  // as a fraction of the time
  bool holds = false;         // residuals within a tenth, three widths or more, both terms positive
  /// What a call costs, split: an empty call through the boundary, reading A again from the level
  /// that holds it, and the rest. Nothing where the part was not measured.
  std::optional<double> empty_call_ns, rereading_ns, remainder_ns;
};

struct Saturation {
  Configuration kernel;  // the kernel with every setting but block_width
  std::string group;
  std::vector<WidthPoint> points;  // ascending
  std::size_t best = 0;            // into points
  std::size_t first_tied = 0;      // the narrowest width tied with the best: where it saturates
  std::optional<CallCostFit> fit;  // nothing with fewer than two different call counts
};

/// One for each kernel with a block_width and problem measured at two widths or more.
std::vector<Saturation> find_saturations(const RunFile& run);

}  // namespace sweepmark::host
