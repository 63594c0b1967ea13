#include "base/statistics.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cassert>

namespace sweepmark::host {

double median(std::vector<double> samples) {
  assert(!samples.empty());
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::nth_element(samples.begin(), middle, samples.end());
  if (samples.size() % 2 == 1) return *middle;
  return (*std::max_element(samples.begin(), middle) + *middle) / 2;
}

std::optional<Interval> median_interval(std::vector<double> samples, double confidence) {
  const auto n = samples.size();
  if (n < 2) return std::nullopt;
  const double tail = (1 - confidence) / 2;
  const boost::math::binomial_distribution<double> heads(static_cast<double>(n), 0.5);
  // P(Bin < l) = cdf(l - 1); the largest l that keeps both tails is found from below.
  std::size_t l = 0;
  while (l + 1 <= n / 2 && boost::math::cdf(heads, static_cast<double>(l)) <= tail) ++l;
  if (l == 0) return std::nullopt;
  std::sort(samples.begin(), samples.end());
  return Interval{samples[l - 1], samples[n - l]};
}

}  // namespace sweepmark::host
