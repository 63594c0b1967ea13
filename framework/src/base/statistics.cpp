#include "base/statistics.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cassert>
#include <map>
#include <utility>

namespace sweepmark::host {

double median(std::vector<double> samples) {
  assert(!samples.empty());
  const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
  std::nth_element(samples.begin(), middle, samples.end());
  if (samples.size() % 2 == 1) return *middle;
  return (*std::max_element(samples.begin(), middle) + *middle) / 2;
}

namespace {

/// The largest l with P(Bin(n, 1/2) < l) <= tail: P(Bin < l) = cdf(l - 1), looked for from below.
std::size_t lower_rank(std::size_t n, double tail) {
  // A report asks for the same few sizes a hundred thousand times, and a cdf costs microseconds.
  thread_local std::map<std::pair<std::size_t, double>, std::size_t> known;
  const auto [place, added] = known.try_emplace({n, tail}, 0);
  if (!added) return place->second;
  const boost::math::binomial_distribution<double> heads(static_cast<double>(n), 0.5);
  std::size_t l = 0;
  while (l + 1 <= n / 2 && boost::math::cdf(heads, static_cast<double>(l)) <= tail) ++l;
  place->second = l;
  return l;
}

}  // namespace

std::optional<Interval> median_interval(std::vector<double> samples, double confidence) {
  const auto n = samples.size();
  if (n < 2) return std::nullopt;
  const std::size_t l = lower_rank(n, (1 - confidence) / 2);
  if (l == 0) return std::nullopt;
  std::sort(samples.begin(), samples.end());
  return Interval{samples[l - 1], samples[n - l]};
}

}  // namespace sweepmark::host
