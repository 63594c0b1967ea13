// What a median and its interval hide: two modes, or a drift over the run.
#pragma once
#include <optional>
#include <vector>

namespace sweepmark::host {

struct TwoModes {
  double low_ns = 0, high_ns = 0;  // the medians of the two clusters
  double high_share = 0;           // fraction of samples in the slow cluster
};

/// Two clusters, if there are two: the split of the sorted samples with the least squares within;
/// both sides hold at least 3 samples and a tenth of all, their medians differ by over 5%, and the
/// gap between them is over four times the spread (median absolute deviation) of either.
/// At least 10 samples, else nothing.
std::optional<TwoModes> two_modes(const std::vector<double>& samples_ns);

/// Median of the last third over median of the first third, minus 1, where that is a drift: over
/// 3%, and the middle half of one third lies wholly outside the middle half of the other. Samples
/// in the order they were taken; at least 12, else nothing.
std::optional<double> drift(const std::vector<double>& samples_ns);

}  // namespace sweepmark::host
