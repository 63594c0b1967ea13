// How much longer the contender takes than the baseline: a ratio of times with its interval.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/statistics.hpp"

namespace sweepmark::host {

/// The fewest samples a side that allow an interval of the median at 95%.
inline constexpr std::size_t fewest_samples = 6;

/// Contender time / baseline time: above 1 is slower.
struct Ratio {
  double value = 1;
  std::optional<Interval> interval;  // nothing under six samples (or pairs)
  std::size_t pairs = 0;             // > 0: paired by round
};

/// Samples with the round each was taken in; rounds may be empty (then nothing pairs).
struct TimedSamples {
  const std::vector<double>& nanoseconds;
  const std::vector<std::int64_t>& rounds;
};

/// ln(contender / baseline) of every round both took part in, in the order of the contender's.
std::vector<double> paired_log_ratios(const TimedSamples& baseline, const TimedSamples& contender);

/// exp of the median of ln(contender / baseline) over the rounds both took part in, with the exact
/// sign-test (order-statistic) interval: no assumption on the shape of the noise, and what both
/// sides share within a round (clock, neighbours) cancels. Nothing when no round is shared.
std::optional<Ratio> paired_ratio(const TimedSamples& baseline, const TimedSamples& contender,
                                  double confidence);

/// Ratio of medians of two runs. The interval joins both medians' order-statistic intervals on the
/// log scale by the square-root rule (MOVER: Donner and Zou, Stat. Methods Med. Res. 21, 2012), so
/// that swapping the sides inverts it exactly. Nothing when a side has no positive median.
std::optional<Ratio> unpaired_ratio(const std::vector<double>& baseline_ns,
                                    const std::vector<double>& contender_ns, double confidence);

}  // namespace sweepmark::host
