// The line y = a + b x through points whose noise is proportional to y, with intervals.
#pragma once
#include <optional>
#include <vector>

#include "base/statistics.hpp"

namespace sweepmark::host {

struct LineFit {
  double intercept = 0, slope = 0;
  std::optional<Interval> intercept_interval, slope_interval;  // nothing with two points
  std::optional<Interval> ratio_interval;  // of slope / intercept, by the delta method on the log
  double worst_residual = 0;               // largest |fit - y| / y
  std::size_t points = 0;
};

/// Weighted least squares with weights 1/y^2; intervals from Student's t with n - 2 degrees of
/// freedom. Nothing with fewer than two different x or with a y that is not positive.
/// Source: Draper and Smith, Applied Regression Analysis, chapters 1 and 9.
std::optional<LineFit> fit_line(const std::vector<double>& x, const std::vector<double>& y,
                                double confidence = 0.95);

}  // namespace sweepmark::host
