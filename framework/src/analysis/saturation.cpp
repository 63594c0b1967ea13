#include "analysis/saturation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/group_summary.hpp"
#include "analysis/least_squares.hpp"
#include "analysis/roofline.hpp"

namespace sweepmark::host {
namespace {

constexpr const char* width_setting = "block_width";
/// Above this the two-term model does not describe the samples, and names no cause.
constexpr double largest_residual = 0.10;

std::optional<std::int64_t> width_of(const Measurement& m) {
  const auto it = m.tuning.find(width_setting);
  if (it == m.tuning.end() || !std::holds_alternative<std::int64_t>(it->second))
    return std::nullopt;
  return std::get<std::int64_t>(it->second);
}

bool is_sweep_row(const Measurement& m) {
  return m.outcome == Outcome::measured && m.median_ns && *m.median_ns > 0 && m.problem.n > 0 &&
         m.operation == "gemm" && width_of(m).value_or(0) > 0;
}

WidthPoint point_of(const Measurement& m, std::size_t index, const Environment& environment) {
  const auto rows = static_cast<double>(m.problem.m), depth = static_cast<double>(m.problem.k);
  const auto columns = static_cast<double>(m.problem.n);
  WidthPoint point;
  point.width = *width_of(m);
  point.index = index;
  const auto width = static_cast<double>(point.width);
  point.calls = std::ceil(columns / width);
  point.working_set_bytes = static_cast<double>(bytes_per_element(m.problem.dtype)) *
                            (rows * depth + (depth + rows) * std::min(width, columns));
  point.fits_in = cache_holding(point.working_set_bytes, environment);
  return point;
}

void mark_ties(const RunFile& run, Saturation& s) {
  const auto time = [&](std::size_t p) { return *run.measurements[s.points[p].index].median_ns; };
  for (std::size_t p = 1; p < s.points.size(); ++p)
    if (time(p) < time(s.best)) s.best = p;
  const double confidence = 1 - 0.05 / static_cast<double>(s.points.size() - 1);
  s.first_tied = s.best;
  for (std::size_t p = s.points.size(); p-- > 0;) {
    s.points[p].tied = p == s.best || is_tied(run.measurements[s.points[s.best].index],
                                              run.measurements[s.points[p].index], confidence);
    if (s.points[p].tied && p < s.first_tied) s.first_tied = p;
  }
}

/// Reading A once from the level that holds it, at that level's one-thread bandwidth.
std::optional<double> reading_a_ns(const Measurement& m, const RunHeader& header) {
  if (!header.ceilings) return std::nullopt;
  const double bytes = static_cast<double>(bytes_per_element(m.problem.dtype)) *
                       static_cast<double>(m.problem.m) * static_cast<double>(m.problem.k);
  const auto bandwidth =
      header.ceilings->gbytes_per_second.find(cache_holding(bytes, header.environment));
  if (bandwidth == header.ceilings->gbytes_per_second.end() || !(bandwidth->second > 0))
    return std::nullopt;
  return bytes / bandwidth->second;
}

void split_cost(CallCostFit& fit, const Measurement& m, const RunHeader& header) {
  fit.empty_call_ns = m.empty_call_ns;
  if (!fit.empty_call_ns && header.ceilings) fit.empty_call_ns = header.ceilings->empty_call_ns;
  fit.rereading_ns = reading_a_ns(m, header);
  // The parts are upper bounds of their own (a prefetcher overlaps reading with computing): where
  // together they exceed what was measured, no split is claimed.
  const double known = fit.empty_call_ns.value_or(0) + fit.rereading_ns.value_or(0);
  if (fit.empty_call_ns && fit.rereading_ns && known <= fit.overhead_ns)
    fit.remainder_ns = fit.overhead_ns - known;
}

std::optional<CallCostFit> fit_call_cost(const RunFile& run, const Saturation& s) {
  std::vector<double> calls, times;
  for (const auto& p : s.points) {
    calls.push_back(p.calls);
    times.push_back(*run.measurements[p.index].median_ns);
  }
  const auto line = fit_line(calls, times);
  const Measurement& any = run.measurements[s.points.front().index];
  if (!line || !any.flops || !(*any.flops > 0)) return std::nullopt;
  CallCostFit fit;
  fit.overhead_ns = line->slope;
  fit.overhead_interval = line->slope_interval;
  fit.worst_residual = line->worst_residual;
  if (line->intercept > 0) {
    fit.rate_gflops = *any.flops / line->intercept;
    if (line->intercept_interval && line->intercept_interval->low > 0)
      fit.rate_interval = Interval{*any.flops / line->intercept_interval->high,
                                   *any.flops / line->intercept_interval->low};
  }
  fit.holds = line->points >= 3 && line->worst_residual <= largest_residual &&
              line->intercept > 0 && line->slope > 0;
  if (fit.holds) split_cost(fit, any, run.header);
  return fit;
}

}  // namespace

std::vector<Saturation> find_saturations(const RunFile& run) {
  std::vector<Saturation> found;
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < run.measurements.size(); ++i) {
    const Measurement& m = run.measurements[i];
    if (!is_sweep_row(m)) continue;
    Configuration kernel = configuration_of(m);
    kernel.tuning.erase(width_setting);
    const std::string key = fmt::format("{}|{}|{}", m.group, to_text(kernel), contract_label(m));
    const auto [place, added] = places.try_emplace(key, found.size());
    if (added) found.push_back({kernel, m.group, {}, 0, 0, {}});
    found[place->second].points.push_back(point_of(m, i, run.header.environment));
  }
  std::erase_if(found, [](const Saturation& s) { return s.points.size() < 2; });
  for (auto& s : found) {
    std::sort(s.points.begin(), s.points.end(),
              [](const auto& a, const auto& b) { return a.width < b.width; });
    mark_ties(run, s);
    s.fit = fit_call_cost(run, s);
  }
  return found;
}

}  // namespace sweepmark::host
