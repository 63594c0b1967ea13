#include "analysis/noise_floor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "analysis/ratio.hpp"
#include "base/units.hpp"

namespace sweepmark::host {
namespace {

constexpr std::size_t fewest_to_split = 12;

/// max(r, 1/r) - 1: how far a ratio is from 1, either way.
double distance_from_one(double ratio) { return std::exp(std::abs(std::log(ratio))) - 1; }

double percentile_95(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto rank = static_cast<std::size_t>(std::ceil(0.95 * static_cast<double>(values.size())));
  return values[std::max<std::size_t>(rank, 1) - 1];
}

bool has_samples(const Measurement& m, std::size_t least) {
  return m.outcome == Outcome::measured && m.samples_ns.size() >= least;
}

double median_of(const std::vector<double>& samples, std::size_t first, std::size_t last) {
  return median({samples.begin() + static_cast<std::ptrdiff_t>(first),
                 samples.begin() + static_cast<std::ptrdiff_t>(last)});
}

std::optional<double> halves_ratio(const Measurement& m) {
  if (!has_samples(m, fewest_to_split)) return std::nullopt;
  const std::size_t n = m.samples_ns.size();
  const double first = median_of(m.samples_ns, 0, n / 2);
  const double second = median_of(m.samples_ns, n / 2, n);
  return first > 0 && second > 0 ? std::optional(second / first) : std::nullopt;
}

/// How far the ratio itself moves between odd and even rounds, as a distance from 1.
std::optional<double> split_distance(const std::vector<double>& log_ratios) {
  if (log_ratios.size() < fewest_to_split) return std::nullopt;
  std::vector<double> even, odd;
  for (std::size_t i = 0; i < log_ratios.size(); ++i)
    (i % 2 == 0 ? even : odd).push_back(log_ratios[i]);
  return std::exp(std::abs(median(even) - median(odd)) / 2) - 1;
}

struct Largest {
  std::optional<double> value;
  std::string source;
  void take(double candidate, const std::string& words) {
    if (value && *value >= candidate) return;
    value = candidate;
    source = words;
  }
};

/// The FMA kernel's rate drifts with the clock and with nothing else.
void take_clock_drift(Largest& largest, const RunFile& run) {
  for (const auto& m : run.measurements) {
    if (m.operation != "fma" || !has_samples(m, fewest_to_split)) continue;
    double least = 0, most = 0;
    for (std::size_t q = 0; q < 4; ++q) {
      const double middle =
          median_of(m.samples_ns, m.samples_ns.size() * q / 4, m.samples_ns.size() * (q + 1) / 4);
      least = q == 0 ? middle : std::min(least, middle);
      most = std::max(most, middle);
    }
    if (least > 0) largest.take(most / least - 1, "the FMA rate's drift within a run");
  }
}

void take_clock_change(Largest& largest, const RunFile& a, const RunFile& b) {
  const Environment &ea = a.header.environment, &eb = b.header.environment;
  if (ea.host != eb.host || ea.cpu != eb.cpu) return;
  std::unordered_map<std::string_view, double> first;
  const auto is_yardstick = [](const Measurement& m) {
    return m.operation == "fma" && m.median_ns && *m.median_ns > 0;
  };
  for (const auto& m : a.measurements)
    if (is_yardstick(m)) first[m.id] = *m.median_ns;
  for (const auto& m : b.measurements)
    if (const auto other = first.find(m.id); other != first.end() && is_yardstick(m))
      largest.take(distance_from_one(*m.median_ns / other->second),
                   "the FMA rate's change between the runs");
}

/// The multiply-add rate in the very rounds a row was sampled in, read back from the row: its rate
/// over its share of the roofline. Rows under a bandwidth ceiling imply less than the peak.
std::optional<double> implied_peak(const Measurement& m) {
  if (m.outcome != Outcome::measured || !m.gflops || !m.roofline_fraction ||
      !(*m.roofline_fraction > 0))
    return std::nullopt;
  return *m.gflops / *m.roofline_fraction;
}

using Peaks = std::unordered_map<std::string, double>;  // row id -> implied peak

/// Only rows under the compute ceiling: within a fifth of the largest of their dtype and threads.
Peaks compute_peaks(const RunFile& run) {
  const auto kind = [](const Measurement& m) {
    return fmt::format("{}/{}", to_string(m.problem.dtype), m.problem.threads);
  };
  std::unordered_map<std::string, double> largest;
  for (const auto& m : run.measurements)
    if (const auto peak = implied_peak(m)) {
      double& most = largest[kind(m)];
      most = std::max(most, *peak);
    }
  Peaks peaks;
  for (const auto& m : run.measurements)
    if (const auto peak = implied_peak(m); peak && *peak >= 0.8 * largest[kind(m)])
      peaks[m.id] = *peak;
  return peaks;
}

void take_peak_change(Largest& largest, const RunFile& a, const RunFile& b) {
  const Environment &ea = a.header.environment, &eb = b.header.environment;
  if (ea.host != eb.host || ea.cpu != eb.cpu) return;
  const Peaks first = compute_peaks(a), second = compute_peaks(b);
  std::vector<double> distances;
  for (const auto& [id, peak] : first)
    if (const auto other = second.find(id); other != second.end())
      distances.push_back(distance_from_one(other->second / peak));
  if (!distances.empty())
    largest.take(percentile_95(distances), "the FMA rate's change between the runs");
}

void take_halves(Largest& largest, const RunFile& a, const RunFile& b) {
  std::vector<double> distances;
  for (const auto* run : {&a, &b})
    for (const auto& m : run->measurements)
      if (const auto ratio = halves_ratio(m)) distances.push_back(distance_from_one(*ratio));
  if (!distances.empty())
    largest.take(percentile_95(distances), "first against second half of each row's samples");
}

}  // namespace

NoiseFloor floor_inside(const RunFile& run, const std::vector<std::vector<double>>& log_ratios) {
  std::unordered_map<std::string, const Measurement*> by_id;
  for (const auto& m : run.measurements) by_id[m.id] = &m;
  Largest largest;
  for (const auto& m : run.measurements) {
    const auto alias = m.id.find(self_alias);
    if (alias == std::string::npos || m.outcome != Outcome::measured) continue;
    std::string id = m.id;
    id.erase(alias, std::string(self_alias).size());
    const auto twin = by_id.find(id);
    if (twin == by_id.end()) continue;
    const auto ratio = paired_ratio({twin->second->samples_ns, twin->second->rounds},
                                    {m.samples_ns, m.rounds}, 0.95);
    if (ratio) largest.take(distance_from_one(ratio->value), "the baseline against itself");
  }
  if (largest.value) return {largest.value, largest.source};
  std::vector<double> distances;
  for (const auto& ratios : log_ratios)
    if (const auto distance = split_distance(ratios)) distances.push_back(*distance);
  if (distances.empty()) return {std::nullopt, "no row shares 12 rounds with its baseline"};
  return {percentile_95(distances), "the ratios of odd against even rounds"};
}

NoiseFloor floor_between(const RunFile& a, const RunFile& b) {
  Largest largest;
  take_clock_drift(largest, a);
  take_clock_drift(largest, b);
  take_clock_change(largest, a, b);
  take_peak_change(largest, a, b);
  take_halves(largest, a, b);
  if (!largest.value) return {std::nullopt, "no row has 12 samples to split"};
  return {largest.value, largest.source};
}

}  // namespace sweepmark::host
