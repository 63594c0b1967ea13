// How long a call will take, from the same kernel at the next smaller size.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "record/measurement.hpp"

namespace sweepmark::host {

class Prediction {
 public:
  /// Remembers a measured row.
  void learn(const Measurement& m);
  /// Nanoseconds of a call of this case by its operation count; nothing when no smaller one is
  /// known.
  std::optional<double> call_ns(const Case& c) const;

 private:
  std::map<std::string, std::map<double, double>> by_kernel_;  // flops -> ns, per kernel and tuning
};

}  // namespace sweepmark::host
