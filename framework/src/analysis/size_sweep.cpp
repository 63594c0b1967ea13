#include "analysis/size_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "analysis/ratio.hpp"

namespace sweepmark::host {
namespace {

/// A smaller dip is within what placement and neighbours do to one size.
constexpr double least_drop = 0.05;

bool is_series_row(const Measurement& m) {
  return m.outcome == Outcome::measured && m.median_ns && *m.median_ns > 0 &&
         m.operation == "gemm" && m.gflops && contract_label(m).empty();
}

struct AxisPlace {
  std::string axis, fixed;
  std::int64_t size = 0;
};

/// The axes a problem lies on. A square problem is on `size`, and on m, n and k as well.
std::vector<AxisPlace> places_of(const Problem& p) {
  std::vector<AxisPlace> places;
  if (p.m == p.n && p.n == p.k) places.push_back({"size", "", p.m});
  places.push_back({"m", fmt::format("n={} k={}", p.n, p.k), p.m});
  places.push_back({"n", fmt::format("m={} k={}", p.m, p.k), p.n});
  places.push_back({"k", fmt::format("m={} n={}", p.m, p.n), p.k});
  return places;
}

using Gathered = std::map<Configuration, std::map<std::int64_t, std::size_t>>;

/// The median's interval turned into a rate interval; the rate alone where there is none.
Interval rate_interval(const Measurement& m) {
  if (!m.interval_ns || !(m.interval_ns->low > 0)) return {*m.gflops, *m.gflops};
  return {*m.flops / m.interval_ns->high, *m.flops / m.interval_ns->low};
}

void find_cliffs(const RunFile& run, SizeSweep& sweep) {
  for (const auto& series : sweep.series)
    for (std::size_t i = 1; i + 1 < series.points.size(); ++i) {
      const auto& here = run.measurements[series.points[i].index];
      const auto& before = run.measurements[series.points[i - 1].index];
      const auto& after = run.measurements[series.points[i + 1].index];
      const double lower = std::min(rate_interval(before).low, rate_interval(after).low);
      if (rate_interval(here).high >= lower * (1 - least_drop)) continue;
      sweep.cliffs.push_back({series.configuration, series.points[i].size, series.points[i].index,
                              1 - *here.gflops / std::min(*before.gflops, *after.gflops)});
    }
}

/// Each kernel's fastest row at each size.
std::map<std::string, std::map<std::int64_t, std::size_t>> best_of_kernels(const RunFile& run,
                                                                           const SizeSweep& sweep) {
  std::map<std::string, std::map<std::int64_t, std::size_t>> best;
  for (const auto& series : sweep.series)
    for (const auto& point : series.points) {
      auto& kernel = best[series.configuration.kernel];
      const auto [it, added] = kernel.try_emplace(point.size, point.index);
      if (!added &&
          *run.measurements[point.index].median_ns < *run.measurements[it->second].median_ns)
        it->second = point.index;
    }
  return best;
}

struct Duel {
  std::int64_t size;
  double log_ratio;  // ln(first's time / second's time)
  int certain;       // -1: the first is ahead for certain, +1: the second, 0: open
};

std::vector<Duel> duel_of(const RunFile& run, const std::map<std::int64_t, std::size_t>& first,
                          const std::map<std::int64_t, std::size_t>& second) {
  std::vector<Duel> duels;
  for (const auto& [size, index] : first) {
    const auto other = second.find(size);
    if (other == second.end()) continue;
    const Measurement &a = run.measurements[index], &b = run.measurements[other->second];
    auto ratio = paired_ratio({b.samples_ns, b.rounds}, {a.samples_ns, a.rounds}, 0.95);
    if (!ratio || !ratio->interval) ratio = unpaired_ratio(b.samples_ns, a.samples_ns, 0.95);
    Duel duel{size, std::log(*a.median_ns / *b.median_ns), 0};
    if (ratio && ratio->interval)
      duel.certain = ratio->interval->high < 1 ? -1 : ratio->interval->low > 1 ? 1 : 0;
    duels.push_back(duel);
  }
  return duels;
}

/// Crossings from one certain winner to the other, the open sizes between them being the interval.
void add_crossovers(SizeSweep& sweep, const std::string& first, const std::string& second,
                    const std::vector<Duel>& duels) {
  const Duel* last = nullptr;
  for (std::size_t i = 0; i < duels.size(); ++i) {
    const Duel& duel = duels[i];
    if (duel.certain == 0) continue;
    if (last && last->certain != duel.certain) {
      Crossover crossing;
      crossing.slower_before = duel.certain < 0 ? first : second;
      crossing.faster_after = crossing.slower_before;
      crossing.slower_before = duel.certain < 0 ? second : first;
      crossing.last_before = last->size;
      crossing.first_after = duel.size;
      const double share = last->log_ratio / (last->log_ratio - duel.log_ratio);
      crossing.at = std::exp(std::log(static_cast<double>(last->size)) * (1 - share) +
                             std::log(static_cast<double>(duel.size)) * share);
      sweep.crossovers.push_back(crossing);
    }
    last = &duel;
  }
}

/// Only kernels that win somewhere: a crossing between two losers changes nobody's choice.
void find_crossovers(const RunFile& run, SizeSweep& sweep) {
  const auto best = best_of_kernels(run, sweep);
  std::set<std::string> winners;
  for (const std::int64_t size : sweep.sizes) {
    const std::string* winner = nullptr;
    double least = 0;
    for (const auto& [kernel, rows] : best)
      if (const auto row = rows.find(size); row != rows.end())
        if (const double time = *run.measurements[row->second].median_ns; !winner || time < least) {
          winner = &kernel;
          least = time;
        }
    if (winner) winners.insert(*winner);
  }
  for (auto a = winners.begin(); a != winners.end(); ++a)
    for (auto b = std::next(a); b != winners.end(); ++b)
      add_crossovers(sweep, *a, *b, duel_of(run, best.at(*a), best.at(*b)));
  std::stable_sort(sweep.crossovers.begin(), sweep.crossovers.end(),
                   [](const auto& x, const auto& y) { return x.at < y.at; });
}

}  // namespace

std::vector<SizeSweep> find_size_sweeps(const RunFile& run) {
  std::map<std::tuple<std::string, std::string, std::string>, Gathered> gathered;
  for (std::size_t i = 0; i < run.measurements.size(); ++i) {
    const Measurement& m = run.measurements[i];
    if (!is_series_row(m)) continue;
    for (const auto& place : places_of(m.problem))
      gathered[{problem_family(m), place.axis, place.fixed}][configuration_of(m)][place.size] = i;
  }
  std::vector<SizeSweep> sweeps;
  for (const auto& [key, configurations] : gathered) {
    SizeSweep sweep;
    std::tie(sweep.family, sweep.axis, sweep.fixed) = key;
    std::set<std::int64_t> sizes;
    for (const auto& [configuration, points] : configurations)
      for (const auto& [size, index] : points) sizes.insert(size);
    if (sizes.size() < 3) continue;
    sweep.sizes.assign(sizes.begin(), sizes.end());
    for (const auto& [configuration, points] : configurations) {
      SizeSeries series{configuration, {}};
      for (const auto& [size, index] : points) series.points.push_back({size, index});
      sweep.series.push_back(std::move(series));
    }
    find_cliffs(run, sweep);
    find_crossovers(run, sweep);
    sweeps.push_back(std::move(sweep));
  }
  return sweeps;
}

}  // namespace sweepmark::host
