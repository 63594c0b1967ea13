// A kernel with its tuning: what stays the same while the problem changes.
#pragma once
#include <string>
#include <tuple>

#include "record/measurement.hpp"

namespace sweepmark::host {

struct Configuration {
  std::string kernel;
  Settings tuning;

  bool operator==(const Configuration&) const = default;
  bool operator<(const Configuration& other) const {
    return std::tie(kernel, tuning) < std::tie(other.kernel, other.tuning);
  }
};

Configuration configuration_of(const Measurement& m);

/// "gemm.blas.column_block block_width=64".
std::string to_text(const Configuration& configuration);
std::string to_text(const Settings& tuning);

/// Kernels whose numbers mean the same: same math contract, packing inside or outside the call.
/// "" for the ordinary ones (native, not prepacked), else the label the row carries.
std::string contract_label(const Measurement& m);

/// What problems must share to be entries of one table: operation, dtype, threads, cache, device.
std::string problem_family(const Measurement& m);

/// "256 x 256 x 256" (m x n x k), or the dimensions text of other operations.
std::string dimensions_label(const Problem& problem);

}  // namespace sweepmark::host
