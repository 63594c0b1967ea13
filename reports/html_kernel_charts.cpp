// Throughput over block width and over size, and the roofline.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/units.hpp"
#include "reports/html_chart.hpp"
#include "reports/kernel_section.hpp"

namespace sweepmark::host {
namespace {

/// More charts of one kind than this answer nothing.
constexpr std::size_t most_charts = 12;

ChartPoint rate_point(const Measurement& m, double x) {
  ChartPoint point{x, *m.gflops, {}, {}};
  if (m.interval_ns && m.interval_ns->low > 0)
    point.interval = Interval{*m.flops / m.interval_ns->high, *m.flops / m.interval_ns->low};
  return point;
}

/// Kernels of the group without a width, as lines across the chart: the best settings of each.
void add_reference_lines(Chart& chart, const ChartedRun& charted, const std::string& group,
                         double first, double last) {
  std::map<std::string, double> best;
  for (const auto& g : charted.analysis->groups) {
    if (g.group != group) continue;
    for (const auto& row : g.rows) {
      const Measurement& m = charted.run->measurements[row.index];
      if (!row.ranked || !m.gflops || m.tuning.contains("block_width")) continue;
      auto& rate =
          best[row.contract.empty() ? m.kernel : fmt::format("{} ({})", m.kernel, row.contract)];
      rate = std::max(rate, *m.gflops);
    }
  }
  for (const auto& [kernel, rate] : best)
    chart.series.push_back(
        {series_name(charted, kernel), {{first, rate, {}, {}}, {last, rate, {}, {}}}, true, true});
}

void add_width_charts(std::vector<Chart>& charts, const std::vector<ChartedRun>& runs) {
  std::vector<std::string> order;
  std::map<std::string, Chart> by_group;
  for (const auto& charted : runs) {
    std::map<std::string, std::pair<double, double>> ranges;
    for (const auto& s : charted.analysis->saturations) {
      if (!by_group.contains(s.group)) {
        order.push_back(s.group);
        Chart chart;
        chart.title = "Throughput over block width: " +
                      group_title(charted.run->measurements[s.points.front().index]);
        chart.caption = "Dashed: kernels without a block width. Whiskers: 95% interval.";
        chart.x_title = "block width";
        chart.y_title = "GFLOP/s";
        chart.y_unit = "GFLOP/s";
        chart.x_log = chart.y_log = chart.x_ticks_at_points = true;
        by_group[s.group] = chart;
      }
      ChartSeries series{series_name(charted, to_text(s.kernel)), {}, true, false};
      for (const auto& p : s.points)
        if (const Measurement& m = charted.run->measurements[p.index]; m.gflops)
          series.points.push_back(rate_point(m, static_cast<double>(p.width)));
      by_group[s.group].series.push_back(std::move(series));
      const auto low = static_cast<double>(s.points.front().width);
      const auto high = static_cast<double>(s.points.back().width);
      const auto [range, added] = ranges.try_emplace(s.group, low, high);
      if (!added)
        range->second = {std::min(range->second.first, low), std::max(range->second.second, high)};
    }
    for (const auto& [group, range] : ranges)
      add_reference_lines(by_group[group], charted, group, range.first, range.second);
  }
  for (const auto& group : order)
    if (charts.size() < most_charts) charts.push_back(std::move(by_group[group]));
}

/// One series a kernel: its best settings at each size.
void add_size_series(Chart& chart, const ChartedRun& charted, const SizeSweep& sweep) {
  std::map<std::string, std::map<std::int64_t, const Measurement*>> best;
  for (const auto& series : sweep.series)
    for (const auto& p : series.points) {
      const Measurement& m = charted.run->measurements[p.index];
      const Measurement*& kept = best[m.kernel][p.size];
      if (!kept || *m.median_ns < *kept->median_ns) kept = &m;
    }
  for (const auto& [kernel, rows] : best) {
    if (rows.size() < 2) continue;  // a single size is no curve: its table has it
    ChartSeries series{series_name(charted, kernel), {}, true, false};
    for (const auto& [size, m] : rows) {
      ChartPoint point = rate_point(*m, static_cast<double>(size));
      point.label = to_text(m->tuning);
      series.points.push_back(std::move(point));
    }
    chart.series.push_back(std::move(series));
  }
}

void add_size_charts(std::vector<Chart>& charts, const std::vector<ChartedRun>& runs) {
  std::vector<std::string> order;
  std::map<std::string, Chart> by_sweep;
  for (const auto& charted : runs)
    for (const auto& sweep : charted.analysis->size_sweeps) {
      const std::string key = fmt::format("{}, {} {}", sweep.family, sweep.axis, sweep.fixed);
      if (!by_sweep.contains(key)) {
        order.push_back(key);
        Chart chart;
        chart.title = fmt::format("Throughput over {}", sweep.axis);
        chart.caption = fmt::format("{}{}{}. Each kernel at its best settings.", sweep.family,
                                    sweep.fixed.empty() ? "" : ", ", sweep.fixed);
        chart.x_title = sweep.axis;
        chart.y_title = chart.y_unit = "GFLOP/s";
        chart.x_log = chart.y_log = true;
        by_sweep[key] = chart;
      }
      add_size_series(by_sweep[key], charted, sweep);
    }
  for (std::size_t i = 0; i < order.size() && i < most_charts; ++i)
    charts.push_back(std::move(by_sweep[order[i]]));
}

/// The roof of one level: the slope of its bandwidth up to the peak, then the peak.
ChartSeries roof(const std::string& name, double peak, double bandwidth, double low, double high) {
  ChartSeries series{name, {}, true, true};
  const double ridge = peak / bandwidth;
  series.points.push_back({low, std::min(peak, low * bandwidth), {}, {}});
  if (ridge > low && ridge < high) series.points.push_back({ridge, peak, {}, {}});
  series.points.push_back({high, std::min(peak, high * bandwidth), {}, {}});
  return series;
}

void add_rooflines(std::vector<Chart>& charts, const ChartedRun& charted) {
  struct Panel {
    std::map<std::string, ChartSeries> kernels;
    double peak = 0, low = 0, high = 0;
  };
  std::map<std::string, Panel> panels;
  for (const auto& m : charted.run->measurements) {
    const auto r = roofline(m, charted.run->header);
    if (!r || m.operation != "gemm") continue;
    const std::string key = fmt::format("{}, {} thread{}", to_string(m.problem.dtype),
                                        m.problem.threads, m.problem.threads == 1 ? "" : "s");
    Panel& panel = panels[key];
    panel.peak = r->peak_gflops;
    panel.low = panel.low == 0 ? r->intensity : std::min(panel.low, r->intensity);
    panel.high = std::max(panel.high, r->intensity);
    ChartSeries& series = panel.kernels[m.kernel];
    series.name = m.kernel;
    series.line = false;
    ChartPoint point = rate_point(m, r->intensity);
    point.label = fmt::format("{} {}", dimensions_label(m.problem), to_text(m.tuning));
    series.points.push_back(std::move(point));
  }
  for (auto& [key, panel] : panels) {
    Chart chart;
    chart.title = fmt::format("Roofline: {}", series_name(charted, key));
    chart.caption = "Dashed: this machine's measured ceilings. Intensity counts each operand once.";
    chart.x_title = "flops per byte";
    chart.y_title = chart.y_unit = "GFLOP/s";
    chart.x_log = chart.y_log = true;
    for (auto& [kernel, series] : panel.kernels) chart.series.push_back(std::move(series));
    const double low = std::min(panel.low / 2, 0.25), high = panel.high * 2;
    for (const auto& [level, bandwidth] : charted.run->header.ceilings->gbytes_per_second)
      if (bandwidth > 0)
        chart.series.push_back(roof(fmt::format("{} {} GB/s", level, format_number(bandwidth, 3)),
                                    panel.peak, bandwidth, low, high));
    charts.push_back(std::move(chart));
  }
}

}  // namespace

std::vector<Chart> kernel_charts(const std::vector<ChartedRun>& runs) {
  std::vector<Chart> charts;
  add_width_charts(charts, runs);
  add_size_charts(charts, runs);
  for (const auto& charted : runs) add_rooflines(charts, charted);
  return charts;
}

}  // namespace sweepmark::host
