// One chart as the page's script draws it, and the charts of runs.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/analysis.hpp"

namespace sweepmark::host {

struct ChartPoint {
  double x = 0, y = 0;
  std::optional<Interval> interval;  // whiskers, in y
  std::string label;
};

struct ChartSeries {
  std::string name;
  std::vector<ChartPoint> points;
  bool line = true;
  bool reference = false;  // dashed, without markers: a ceiling, a kernel without the axis
};

struct Chart {
  std::string title, caption;
  std::string x_title, y_title, y_unit;
  bool x_log = false, y_log = false;
  bool x_ticks_at_points = false;
  std::vector<ChartSeries> series;
};

/// A run with its analysis and the name its series carry where several runs are shown.
struct ChartedRun {
  const RunFile* run = nullptr;
  const Analysis* analysis = nullptr;
  std::string machine;  // "" for a single run
};

std::vector<Chart> kernel_charts(const std::vector<ChartedRun>& runs);    // width, size, roofline
std::vector<Chart> training_charts(const std::vector<ChartedRun>& runs);  // loss, epochs, noise
std::vector<Chart> history_charts(const std::vector<CaseHistory>& histories);

/// "machine: name", or the name alone for a single run.
std::string series_name(const ChartedRun& run, const std::string& name);

}  // namespace sweepmark::host
