#include "reports/html_chart_json.hpp"

#include <fmt/format.h>

#include <cmath>

namespace sweepmark::host {
namespace {

constexpr std::size_t most_series = 16;
constexpr std::size_t most_points = 400;

/// Logarithmic axes have no place for zero; no axis has one for what is not finite.
bool drawable(const Chart& chart, const ChartPoint& p) {
  return std::isfinite(p.x) && std::isfinite(p.y) && !(chart.x_log && p.x <= 0) &&
         !(chart.y_log && p.y <= 0);
}

Json point_json(const ChartPoint& p) {
  Json json = Json::array({p.x, p.y});
  if (p.interval || !p.label.empty()) {
    json.push_back(p.interval ? Json(p.interval->low) : Json(nullptr));
    json.push_back(p.interval ? Json(p.interval->high) : Json(nullptr));
  }
  if (!p.label.empty()) json.push_back(p.label);
  return json;
}

Json series_json(const Chart& chart, const ChartSeries& s, bool& thinned) {
  std::vector<const ChartPoint*> points;
  for (const auto& p : s.points)
    if (drawable(chart, p)) points.push_back(&p);
  Json list = Json::array();
  const std::size_t n = points.size();
  const std::size_t shown = std::min(n, most_points);
  thinned = thinned || shown < n;
  for (std::size_t i = 0; i < shown; ++i)
    list.push_back(point_json(*points[shown < 2 ? i : i * (n - 1) / (shown - 1)]));
  return {{"name", s.name}, {"line", s.line}, {"reference", s.reference}, {"points", list}};
}

}  // namespace

Json to_json(const Chart& chart) {
  Json series = Json::array();
  bool thinned = false;
  std::size_t left_out = 0;
  for (const auto& s : chart.series) {
    if (series.size() >= most_series)
      ++left_out;
    else
      series.push_back(series_json(chart, s, thinned));
  }
  std::string caption = chart.caption;
  const auto say = [&](const std::string& words) {
    caption += caption.empty() ? words : " " + words;
  };
  if (left_out > 0)
    say(fmt::format("{} more series are left out here; their rows are in the tables and the CSV.",
                    left_out));
  if (thinned) say(fmt::format("Thinned to {} points a series.", most_points));
  return {{"title", chart.title},     {"caption", caption},
          {"x_title", chart.x_title}, {"y_title", chart.y_title},
          {"y_unit", chart.y_unit},   {"x_log", chart.x_log},
          {"y_log", chart.y_log},     {"x_ticks_at_points", chart.x_ticks_at_points},
          {"series", series}};
}

std::string series_name(const ChartedRun& run, const std::string& name) {
  return run.machine.empty() ? name : fmt::format("{}: {}", run.machine, name);
}

}  // namespace sweepmark::host
