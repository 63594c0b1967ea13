#include "analysis/history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/text.hpp"

namespace sweepmark::host {
namespace {

/// Levels closer than this are one level: run-to-run differences of the machine itself.
constexpr double least_level_step = 0.02;

double log_median(const std::vector<double>& values, std::size_t first, std::size_t last) {
  return median({values.begin() + static_cast<std::ptrdiff_t>(first),
                 values.begin() + static_cast<std::ptrdiff_t>(last)});
}

double distance_sum(const std::vector<double>& values, std::size_t first, std::size_t last) {
  const double level = log_median(values, first, last);
  double sum = 0;
  for (std::size_t i = first; i < last; ++i) sum += std::abs(values[i] - level);
  return sum;
}

/// Spread of one value, from the differences of successive ones: jumps are rare among them.
double successive_sigma(const std::vector<double>& values) {
  std::vector<double> steps;
  for (std::size_t i = 1; i < values.size(); ++i)
    steps.push_back(std::abs(values[i] - values[i - 1]));
  return median(steps) / (0.6745 * std::sqrt(2.0));
}

void add_run(std::map<std::pair<std::string, std::string>, CaseHistory>& histories,
             const RunFile& run, const std::string& id, double median_ns,
             const std::optional<Interval>& interval) {
  const Environment& e = run.header.environment;
  const std::string machine = fmt::format("{}{}{}", e.host.empty() ? "unknown host" : e.host,
                                          e.cpu.empty() ? "" : ", ", e.cpu);
  CaseHistory& history = histories[{id, machine}];
  history.id = id;
  history.machine = machine;
  HistoryPoint point;
  point.path = run.path;
  point.started = run.header.started;
  point.version = run.header.version;
  point.median_ns = median_ns;
  point.interval_ns = interval;
  history.points.push_back(std::move(point));
}

void finish(CaseHistory& history) {
  auto& points = history.points;
  std::stable_sort(points.begin(), points.end(),
                   [](const auto& a, const auto& b) { return a.started < b.started; });
  std::vector<double> logs;
  for (auto& p : points) {
    p.to_first = p.median_ns / points.front().median_ns;
    p.to_last = p.median_ns / points.back().median_ns;
    logs.push_back(std::log(p.median_ns));
  }
  auto starts = change_points(logs, std::log1p(least_level_step));
  for (const std::size_t start : starts) points[start].change = true;
  starts.insert(starts.begin(), 0);
  starts.push_back(points.size());
  for (std::size_t s = 0; s + 1 < starts.size(); ++s)
    for (std::size_t i = starts[s]; i < starts[s + 1]; ++i)
      points[i].level_ns = std::exp(log_median(logs, starts[s], starts[s + 1]));
}

}  // namespace

std::vector<std::size_t> change_points(const std::vector<double>& values, double least_step) {
  const std::size_t n = values.size();
  if (n < 4) return {};
  const double sigma = std::max(successive_sigma(values), least_step / 4);
  const double penalty = 4 * sigma * std::log(static_cast<double>(n));
  // best[i]: least cost of the first i values; from[i]: where the last level begins.
  std::vector<double> best(n + 1, std::numeric_limits<double>::infinity());
  std::vector<std::size_t> from(n + 1, 0);
  best[0] = -penalty;
  for (std::size_t end = 1; end <= n; ++end)
    for (std::size_t start = 0; start < end; ++start) {
      const double cost = best[start] + penalty + distance_sum(values, start, end);
      if (cost < best[end]) {
        best[end] = cost;
        from[end] = start;
      }
    }
  std::vector<std::size_t> starts;
  for (std::size_t end = n; from[end] > 0; end = from[end]) starts.push_back(from[end]);
  std::reverse(starts.begin(), starts.end());
  // A level too close to the one before it joins it.
  for (std::size_t s = 0; s < starts.size();) {
    const std::size_t before = s == 0 ? 0 : starts[s - 1];
    const std::size_t after = s + 1 < starts.size() ? starts[s + 1] : n;
    const double step =
        std::abs(log_median(values, starts[s], after) - log_median(values, before, starts[s]));
    if (step < least_step)
      starts.erase(starts.begin() + static_cast<std::ptrdiff_t>(s));
    else
      ++s;
  }
  return starts;
}

std::vector<CaseHistory> find_histories(const std::vector<RunFile>& runs, const std::string& glob) {
  std::map<std::pair<std::string, std::string>, CaseHistory> histories;
  const auto wanted = [&](const std::string& kernel, const std::string& id) {
    return glob.empty() || glob_match(glob, kernel) || glob_match(glob, id);
  };
  for (const auto& run : runs) {
    for (const auto& m : run.measurements)
      if (m.outcome == Outcome::measured && m.median_ns && *m.median_ns > 0 &&
          wanted(m.kernel, m.id))
        add_run(histories, run, m.id, *m.median_ns, m.interval_ns);
    for (const auto& t : run.training)
      if (t.outcome == Outcome::measured && t.seconds_per_epoch && *t.seconds_per_epoch > 0 &&
          wanted(t.training.gradient, t.id))
        add_run(histories, run, t.id, *t.seconds_per_epoch * 1e9, std::nullopt);
  }
  std::vector<CaseHistory> list;
  for (auto& [key, history] : histories) {
    finish(history);
    list.push_back(std::move(history));
  }
  return list;
}

}  // namespace sweepmark::host
