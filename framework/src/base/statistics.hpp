// Order statistics of samples: the median and its exact binomial interval.
#pragma once
#include <optional>
#include <vector>

namespace sweepmark::host {

struct Interval {
  double low = 0, high = 0;
};

/// The middle value (mean of the middle two); samples in any order, at least one.
double median(std::vector<double> samples);

/// The order-statistic interval of the median: the narrowest symmetric [x_(l), x_(n+1-l)] with
/// P(Bin(n, 1/2) < l) <= (1 - confidence) / 2. Nothing when n is too small (n < 6 at 95%).
/// No assumption on the shape of the distribution. Source: Conover, Practical Nonparametric
/// Statistics, section 3.2.
std::optional<Interval> median_interval(std::vector<double> samples, double confidence = 0.95);

}  // namespace sweepmark::host
