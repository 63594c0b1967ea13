#include "record/measurement.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/text.hpp"

namespace sweepmark::host {
namespace {
constexpr std::array<std::pair<StoppedBy, std::string_view>, 4> stop_names{
    {{StoppedBy::interval, "interval"},
     {StoppedBy::budget, "budget"},
     {StoppedBy::samples, "samples"},
     {StoppedBy::interrupted, "interrupted"}}};
}  // namespace

std::string_view to_string(StoppedBy reason) {
  for (const auto& [value, name] : stop_names)
    if (value == reason) return name;
  return "?";
}

std::optional<StoppedBy> parse_stopped_by(std::string_view text) {
  for (const auto& [value, name] : stop_names)
    if (name == text) return value;
  return std::nullopt;
}

Measurement begin_measurement(const Case& c) {
  Measurement m;
  m.id = case_id(c);
  m.hash = case_hash(c);
  m.group = case_group(c);
  m.kernel = c.kernel;
  m.operation = to_string(c.problem.operation);
  m.problem = c.problem;
  m.tuning = c.tuning;
  m.cache = c.cache;
  m.device = c.device;
  m.seed = c.seed;
  m.outcome = c.settled.value_or(Outcome::skipped);
  if (!c.reason.empty()) m.reason = c.reason;
  return m;
}

void summarize(Measurement& m) {
  if (m.samples_ns.empty()) return;
  m.median_ns = median(m.samples_ns);
  m.interval_ns = median_interval(m.samples_ns);
  // 1 flop per nanosecond is 1 GFLOP/s.
  if (*m.median_ns > 0) {
    if (m.flops && *m.flops > 0) m.gflops = *m.flops / *m.median_ns;
    if (m.bytes && *m.bytes > 0) m.gbytes_per_second = *m.bytes / *m.median_ns;
  }
}

}  // namespace sweepmark::host
