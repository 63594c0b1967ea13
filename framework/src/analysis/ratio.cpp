#include "analysis/ratio.hpp"

#include <cmath>
#include <unordered_map>

namespace sweepmark::host {

std::vector<double> paired_log_ratios(const TimedSamples& baseline, const TimedSamples& contender) {
  std::vector<double> differences;
  if (baseline.rounds.size() != baseline.nanoseconds.size() ||
      contender.rounds.size() != contender.nanoseconds.size())
    return differences;
  std::unordered_map<std::int64_t, double> by_round;
  for (std::size_t i = 0; i < baseline.rounds.size(); ++i)
    by_round[baseline.rounds[i]] = baseline.nanoseconds[i];
  for (std::size_t i = 0; i < contender.rounds.size(); ++i) {
    const auto partner = by_round.find(contender.rounds[i]);
    if (partner == by_round.end() || !(partner->second > 0) || !(contender.nanoseconds[i] > 0))
      continue;
    differences.push_back(std::log(contender.nanoseconds[i] / partner->second));
  }
  return differences;
}

std::optional<Ratio> paired_ratio(const TimedSamples& baseline, const TimedSamples& contender,
                                  double confidence) {
  const auto differences = paired_log_ratios(baseline, contender);
  if (differences.empty()) return std::nullopt;
  Ratio ratio;
  ratio.pairs = differences.size();
  ratio.value = std::exp(median(differences));
  if (const auto interval = median_interval(differences, confidence))
    ratio.interval = Interval{std::exp(interval->low), std::exp(interval->high)};
  return ratio;
}

std::optional<Ratio> unpaired_ratio(const std::vector<double>& baseline_ns,
                                    const std::vector<double>& contender_ns, double confidence) {
  if (baseline_ns.empty() || contender_ns.empty()) return std::nullopt;
  const double a = median(baseline_ns), b = median(contender_ns);
  if (!(a > 0) || !(b > 0)) return std::nullopt;
  Ratio ratio;
  ratio.value = b / a;
  const auto ia = median_interval(baseline_ns, confidence);
  const auto ib = median_interval(contender_ns, confidence);
  if (ia && ib && ia->low > 0 && ib->low > 0) {
    const double down = std::hypot(std::log(b / ib->low), std::log(ia->high / a));
    const double up = std::hypot(std::log(ib->high / b), std::log(a / ia->low));
    ratio.interval = Interval{ratio.value * std::exp(-down), ratio.value * std::exp(up)};
  }
  return ratio;
}

}  // namespace sweepmark::host
