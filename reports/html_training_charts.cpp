// Loss against time and examples, epochs over batch size, noise over batch size; trends of history.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.hpp"
#include "reports/html_chart.hpp"
#include "reports/training_section.hpp"

namespace sweepmark::host {
namespace {

constexpr std::size_t most_histories = 24;

/// The seed whose final loss is the group's median: a curve that was really run.
const TrainingRecord* typical_seed(const RunFile& run, const TrainingSummary& s) {
  const TrainingRecord* best = nullptr;
  for (const std::size_t i : s.rows) {
    const TrainingRecord& t = run.training[i];
    if (t.outcome != Outcome::measured || t.curve.empty()) continue;
    if (!best ||
        (t.final_loss && s.median_loss && best->final_loss &&
         std::abs(*t.final_loss - *s.median_loss) < std::abs(*best->final_loss - *s.median_loss)))
      best = &t;
  }
  return best;
}

/// What tells this configuration from its neighbours, short enough for a legend.
std::string short_label(const TrainingCase& c) {
  std::string label = fmt::format("b={}", c.batch_size);
  if (c.accumulation > 1) label += fmt::format("x{}", c.accumulation);
  if (const auto rate = c.hyperparameters.find("learning_rate"); rate != c.hyperparameters.end())
    label += fmt::format(" lr={}", to_text(rate->second));
  const auto tail = [](const std::string& id) { return id.substr(id.rfind('.') + 1); };
  return fmt::format("{} {} {}", label, tail(c.optimizer), tail(c.gradient));
}

void add_loss_charts(std::vector<Chart>& charts, const std::vector<ChartedRun>& runs) {
  std::vector<std::string> order;
  std::map<std::string, std::pair<Chart, Chart>> pairs;  // against time, against examples
  for (const auto& charted : runs)
    for (const auto& s : charted.analysis->training) {
      const TrainingRecord* t = typical_seed(*charted.run, s);
      if (!t) continue;
      const std::string key =
          fmt::format("{}, {}", t->training.dataset, to_string(t->training.model));
      if (!pairs.contains(key)) {
        order.push_back(key);
        Chart time, examples;
        time.title = "Loss against time: " + key;
        time.caption = "The seed with the median final loss; evaluation is not in the time.";
        time.x_title = "seconds";
        time.x_log = true;
        examples = time;
        examples.title = "Loss against examples: " + key;
        examples.caption = "The same seeds: what the optimizer does with as much data.";
        examples.x_title = "examples seen";
        examples.x_log = false;
        time.y_title = examples.y_title = "loss";
        pairs[key] = {time, examples};
      }
      const std::string name = series_name(charted, short_label(t->training));
      ChartSeries by_time{name, {}, true, false}, by_examples{name, {}, true, false};
      for (const auto& p : t->curve) {
        if (!p.loss) continue;
        by_time.points.push_back({p.seconds, *p.loss, {}, {}});
        by_examples.points.push_back({static_cast<double>(p.examples), *p.loss, {}, {}});
      }
      pairs[key].first.series.push_back(std::move(by_time));
      pairs[key].second.series.push_back(std::move(by_examples));
    }
  for (const auto& key : order) {
    charts.push_back(std::move(pairs[key].first));
    charts.push_back(std::move(pairs[key].second));
  }
}

void add_epoch_chart(std::vector<Chart>& charts, const std::vector<ChartedRun>& runs) {
  Chart chart;
  chart.title = "Seconds per epoch over batch size";
  chart.caption = "Fewer, larger steps: dispatch is paid less often until the examples dominate.";
  chart.x_title = "batch size";
  chart.y_title = "seconds per epoch";
  chart.y_unit = "s";
  chart.x_log = chart.y_log = true;
  chart.x_ticks_at_points = true;
  for (const auto& charted : runs) {
    std::map<std::string, std::map<double, double>> curves;
    for (const auto& s : charted.analysis->training) {
      const TrainingCase& c = charted.run->training[s.rows.front()].training;
      if (!s.seconds_per_epoch) continue;
      const std::string name = fmt::format("{}, {}, {}", c.dataset, c.gradient, c.optimizer);
      const auto [it, added] =
          curves[name].try_emplace(static_cast<double>(c.batch_size), *s.seconds_per_epoch);
      if (!added) it->second = std::min(it->second, *s.seconds_per_epoch);
    }
    for (const auto& [name, curve] : curves) {
      ChartSeries series{series_name(charted, name), {}, true, false};
      for (const auto& [batch, seconds] : curve) series.points.push_back({batch, seconds, {}, {}});
      if (series.points.size() > 1) chart.series.push_back(std::move(series));
    }
  }
  if (!chart.series.empty()) charts.push_back(std::move(chart));
}

void add_noise_chart(std::vector<Chart>& charts, const std::vector<ChartedRun>& runs) {
  Chart chart;
  chart.title = "Gradient noise over batch size";
  chart.caption = "Deviation of one batch's gradient. Dashed: what theory expects.";
  chart.x_title = "batch size";
  chart.y_title = "deviation";
  chart.x_log = chart.y_log = chart.x_ticks_at_points = true;
  for (const auto& charted : runs) {
    std::map<std::string, std::map<double, std::pair<double, std::optional<double>>>> curves;
    for (const auto& n : charted.run->noise)
      if (n.deviation)
        curves[fmt::format("{}, {}", n.noise.dataset, n.noise.gradient)]
              [static_cast<double>(n.noise.batch_size)] = {*n.deviation, n.theory_sqrt_b};
    for (const auto& [name, curve] : curves) {
      ChartSeries series{series_name(charted, name), {}, true, false};
      ChartSeries theory{series_name(charted, name + ", theory"), {}, true, true};
      for (const auto& [batch, values] : curve) {
        series.points.push_back({batch, values.first, {}, {}});
        if (values.second)
          theory.points.push_back({batch, *values.second / std::sqrt(batch), {}, {}});
      }
      chart.series.push_back(std::move(series));
      if (theory.points.size() > 1) chart.series.push_back(std::move(theory));
    }
  }
  if (!chart.series.empty()) charts.push_back(std::move(chart));
}

}  // namespace

std::vector<Chart> training_charts(const std::vector<ChartedRun>& runs) {
  std::vector<Chart> charts;
  add_loss_charts(charts, runs);
  add_epoch_chart(charts, runs);
  add_noise_chart(charts, runs);
  return charts;
}

std::vector<Chart> history_charts(const std::vector<CaseHistory>& histories) {
  std::vector<Chart> charts;
  for (const auto& h : histories) {
    if (charts.size() >= most_histories) break;
    Chart chart;
    chart.title = h.id;
    chart.caption = h.machine + ". Dashed: levels between changes.";
    chart.x_title = "run";
    chart.y_title = "time (ns)";
    chart.y_unit = "ns";
    ChartSeries times{"median", {}, true, false}, levels{"level", {}, true, true};
    for (std::size_t i = 0; i < h.points.size(); ++i) {
      const auto& p = h.points[i];
      const auto x = static_cast<double>(i + 1);
      times.points.push_back({x, p.median_ns, p.interval_ns, p.started});
      if (p.change) levels.points.push_back({x, h.points[i - 1].level_ns, {}, {}});
      levels.points.push_back({x, p.level_ns, {}, {}});
    }
    chart.series = {times, levels};
    charts.push_back(std::move(chart));
  }
  return charts;
}

}  // namespace sweepmark::host
