#include "analysis/sample_shape.hpp"

#include <algorithm>
#include <cmath>

#include "base/statistics.hpp"

namespace sweepmark::host {
namespace {

using Iterator = std::vector<double>::const_iterator;

double deviation_around(Iterator first, Iterator last, double centre) {
  std::vector<double> distances;
  for (auto it = first; it != last; ++it) distances.push_back(std::abs(*it - centre));
  return median(distances);
}

/// The split point with the least sum of squares within both sides.
std::size_t best_split(const std::vector<double>& sorted) {
  const std::size_t n = sorted.size();
  // Relative to the least sample: sums of squares of large times would lose the small ones.
  std::vector<double> sum(n + 1, 0);
  for (std::size_t i = 0; i < n; ++i) sum[i + 1] = sum[i] + (sorted[i] - sorted[0]);
  std::size_t best = 1;
  double most_between = -1;
  for (std::size_t i = 1; i < n; ++i) {
    const auto left = static_cast<double>(i), right = static_cast<double>(n - i);
    const double between = sum[i] * sum[i] / left + (sum[n] - sum[i]) * (sum[n] - sum[i]) / right;
    if (between > most_between) {
      most_between = between;
      best = i;
    }
  }
  return best;
}

}  // namespace

std::optional<TwoModes> two_modes(const std::vector<double>& samples_ns) {
  const std::size_t n = samples_ns.size();
  if (n < 10) return std::nullopt;
  std::vector<double> sorted = samples_ns;
  std::sort(sorted.begin(), sorted.end());
  if (!(sorted.front() < sorted.back())) return std::nullopt;
  const std::size_t split = best_split(sorted);
  const std::size_t fewest = std::max<std::size_t>(3, n / 10);
  if (split < fewest || n - split < fewest) return std::nullopt;
  const auto middle = sorted.cbegin() + static_cast<std::ptrdiff_t>(split);
  const double low = median({sorted.cbegin(), middle});
  const double high = median({middle, sorted.cend()});
  const double spread = std::max(deviation_around(sorted.cbegin(), middle, low),
                                 deviation_around(middle, sorted.cend(), high));
  const double gap = *middle - *(middle - 1);
  if (high < 1.05 * low || gap <= 4 * spread) return std::nullopt;
  return TwoModes{low, high, static_cast<double>(n - split) / static_cast<double>(n)};
}

std::optional<double> drift(const std::vector<double>& samples_ns) {
  const std::size_t n = samples_ns.size();
  if (n < 12) return std::nullopt;
  const auto third = static_cast<std::ptrdiff_t>(n / 3);
  std::vector<double> first(samples_ns.begin(), samples_ns.begin() + third);
  std::vector<double> last(samples_ns.end() - third, samples_ns.end());
  std::sort(first.begin(), first.end());
  std::sort(last.begin(), last.end());
  const double change = median(last) / median(first) - 1;
  const std::size_t quarter = first.size() / 4;
  const bool apart = first[first.size() - 1 - quarter] < last[quarter] ||
                     last[last.size() - 1 - quarter] < first[quarter];
  if (!apart || !(std::abs(change) > 0.03)) return std::nullopt;
  return change;
}

}  // namespace sweepmark::host
