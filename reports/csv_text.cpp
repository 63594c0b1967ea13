// Tidy CSV (RFC 4180): one row a record, the same columns in every file.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/configuration.hpp"
#include "analysis/group_summary.hpp"
#include "base/text.hpp"
#include "reports/kernel_section.hpp"
#include "reports/render_document.hpp"
#include "reports/report.hpp"

namespace sweepmark::host {

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

namespace {

constexpr const char* columns[] = {
    // every record
    "record", "id", "hash", "outcome", "reason", "seed", "threads", "dtype", "notes", "reproduce",
    // measurement
    "group", "kernel", "operation", "plugin", "plugin_version", "m", "n", "k", "threads_used",
    "block_width", "tile", "tuning", "cache", "device", "math", "prepacked", "timer", "iterations",
    "samples", "median_ns", "interval_low_ns", "interval_high_ns", "half_width", "stopped_by",
    "flops", "bytes", "gflops", "gbytes_per_second", "roofline_fraction", "bound_error",
    "empty_call_ns", "baseline_id", "baseline_ratio", "baseline_ratio_low", "baseline_ratio_high",
    "verdict",
    // training, noise
    "dataset", "model", "gradient", "optimizer", "hyperparameters", "batch_size", "accumulation",
    "sampler", "schedule", "epochs", "steps", "examples", "seconds_per_epoch", "seconds_per_step",
    "examples_per_second", "final_loss", "accuracy", "distance", "diverged_at", "batches", "bias",
    "bias_standard_error", "deviation", "deviation_sqrt_b", "theory_sqrt_b"};
constexpr std::size_t column_count = std::size(columns);
constexpr std::size_t first_measurement_column = 10, first_training_column = 46;

/// One line under construction; fields in the order of `columns`.
class CsvLine {
 public:
  explicit CsvLine(std::string& out) : out_(out) {}
  CsvLine(const CsvLine&) = delete;
  CsvLine& operator=(const CsvLine&) = delete;
  ~CsvLine() {
    skip_to(column_count);
    out_ += "\r\n";
  }

  CsvLine& text(std::string_view value) {
    separate();
    if (value.find_first_of(",\"\r\n") == std::string_view::npos)
      out_ += value;
    else
      out_ += csv_field(std::string(value));
    return *this;
  }
  CsvLine& number(const std::optional<double>& value) {
    separate();
    if (value && std::isfinite(*value)) fmt::format_to(std::back_inserter(out_), "{}", *value);
    return *this;
  }
  template <class I>
  CsvLine& integer(const std::optional<I>& value) {
    separate();
    if (value) fmt::format_to(std::back_inserter(out_), "{}", *value);
    return *this;
  }
  CsvLine& integer(std::int64_t value) { return integer(std::optional(value)); }
  void skip_to(std::size_t column) {
    while (written_ < column) separate();
  }

 private:
  void separate() {
    if (written_++ > 0) out_ += ',';
  }
  std::string& out_;
  std::size_t written_ = 0;
};

std::string tuning_value(const Settings& tuning, const char* name) {
  const auto it = tuning.find(name);
  return it == tuning.end() ? std::string() : to_text(it->second);
}

std::string numbers_text(const std::vector<double>& values) {
  std::vector<std::string> parts;
  for (const double v : values) parts.push_back(std::isfinite(v) ? shortest(v) : "");
  return join(parts, ";");
}

void append_measurement(std::string& out, const Measurement& m, const ComparedRow* against) {
  CsvLine line(out);
  const bool imported = m.operation == imported_operation;
  line.text("measurement").text(m.id).text(m.hash).text(to_string(m.outcome));
  line.text(m.reason.value_or("")).integer(static_cast<std::int64_t>(m.seed));
  line.integer(m.problem.threads);
  line.text(imported ? "" : to_string(m.problem.dtype)).text(join(m.notes, "; "));
  line.text(m.reproduce).text(m.group).text(m.kernel).text(m.operation).text(m.plugin.id);
  line.text(m.plugin.version);
  if (imported)
    line.text("").text("").text("");
  else
    line.integer(m.problem.m).integer(m.problem.n).integer(m.problem.k);
  line.integer(m.threads_used).text(tuning_value(m.tuning, "block_width"));
  line.text(tuning_value(m.tuning, "tile")).text(to_text(m.tuning));
  line.text(imported ? "" : to_string(m.cache)).text(m.device).text(m.math);
  line.text(m.prepacked ? "true" : "false").text(m.timer).integer(m.iterations);
  line.integer(static_cast<std::int64_t>(m.samples_ns.size())).number(m.median_ns);
  line.number(m.interval_ns ? std::optional(m.interval_ns->low) : std::nullopt);
  line.number(m.interval_ns ? std::optional(m.interval_ns->high) : std::nullopt);
  line.number(relative_half_width(m));
  line.text(m.stopped_by ? to_string(*m.stopped_by) : "");
  line.number(m.flops).number(m.bytes).number(m.gflops).number(m.gbytes_per_second);
  line.number(m.roofline_fraction).number(m.bound_error).number(m.empty_call_ns);
  if (!against) return;
  line.text(against->baseline_id).number(against->ratio);
  line.number(against->interval ? std::optional(against->interval->low) : std::nullopt);
  line.number(against->interval ? std::optional(against->interval->high) : std::nullopt);
  line.text(to_string(against->verdict));
}

void append_training(std::string& out, const TrainingRecord& t) {
  CsvLine line(out);
  const TrainingCase& c = t.training;
  line.text("training").text(t.id).text(t.hash).text(to_string(t.outcome));
  line.text(t.reason.value_or("")).integer(static_cast<std::int64_t>(c.seed)).integer(c.threads);
  line.text(to_string(c.dtype)).text(join(t.notes, "; ")).text(t.reproduce);
  line.skip_to(first_training_column);
  line.text(c.dataset).text(to_string(c.model)).text(c.gradient).text(c.optimizer);
  line.text(to_text(c.hyperparameters)).integer(c.batch_size).integer(c.accumulation);
  line.text(to_string(c.sampler)).text(to_string(c.schedule)).number(t.epochs).integer(t.steps);
  line.integer(t.examples).number(t.seconds_per_epoch).number(t.seconds_per_step);
  line.number(t.examples_per_second).number(t.final_loss).number(t.accuracy).number(t.distance);
  line.integer(t.diverged_at);
}

void append_noise(std::string& out, const NoiseRecord& n) {
  CsvLine line(out);
  const NoiseCase& c = n.noise;
  line.text("noise").text(n.id).text(n.hash).text(to_string(n.outcome));
  line.text(n.reason.value_or("")).integer(static_cast<std::int64_t>(c.seed)).text("").text("");
  line.text(join(n.notes, "; ")).text(n.reproduce);
  line.skip_to(first_training_column);
  line.text(c.dataset).text(to_string(c.model)).text(c.gradient).text("").text("");
  line.integer(c.batch_size);
  line.skip_to(column_count - 6);
  line.integer(c.batches).text(numbers_text(n.bias)).text(numbers_text(n.bias_standard_error));
  line.number(n.deviation).number(n.deviation_sqrt_b).number(n.theory_sqrt_b);
}

}  // namespace

std::string render_csv(const RunFile& run, const Comparison* against) {
  static_assert(std::string_view(columns[first_measurement_column]) == "group");
  static_assert(std::string_view(columns[first_training_column]) == "dataset");
  static_assert(std::string_view(columns[column_count - 6]) == "batches");
  std::string out = fmt::format("{}\r\n", fmt::join(columns, ","));
  out.reserve(out.size() + 600 * (run.measurements.size() + run.training.size()));
  const ComparedById compared = by_id(against);
  for (const auto& m : run.measurements) {
    const auto row = compared.find(m.id);
    append_measurement(out, m, row == compared.end() ? nullptr : row->second);
  }
  for (const auto& t : run.training) append_training(out, t);
  for (const auto& n : run.noise) append_noise(out, n);
  return out;
}

}  // namespace sweepmark::host
