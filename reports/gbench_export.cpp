// A run in Google Benchmark's own format, for the tools that read it.
#include <fmt/format.h>

#include "record/json.hpp"
#include "reports/report.hpp"

namespace sweepmark::host {
namespace {

/// What bencher and compare.py want there; `caches` must exist, json_schema_version must be 1.
Json context_json(const RunHeader& header) {
  const Environment& e = header.environment;
  Json caches = Json::array();
  for (const auto& cache : e.caches) {
    std::string type = cache.type;
    if (!type.empty() && type[0] >= 'a') type[0] = static_cast<char>(type[0] - 'a' + 'A');
    caches.push_back({{"type", type},
                      {"level", cache.level},
                      {"size", cache.bytes},
                      {"num_sharing", cache.shared_by}});
  }
  Json context{{"date", header.started},
               {"host_name", e.host},
               {"executable", "sweepmark"},
               {"num_cpus", e.usable_cpus},
               {"caches", caches},
               {"load_avg", Json::array()},
               {"library_build_type", e.build_type == "Debug" ? "debug" : "release"},
               {"json_schema_version", 1},
               {"sweepmark_version", header.version},
               {"sweepmark_plan", header.plan}};
  if (e.aslr) context["aslr_enabled"] = *e.aslr;
  return context;
}

/// One time of one row. Nanoseconds everywhere, so that rows of other runs still match in
/// compare.py; /real_time, so that conbench reads wall time; FLOP/s as a counter, never as
/// items_per_second or bytes_per_second, which conbench would track instead of the time.
Json entry(const Measurement& m, double nanoseconds) {
  const std::string name = m.id.ends_with("/real_time") ? m.id : fmt::format("{}/real_time", m.id);
  Json json{{"name", name},
            {"run_name", name},
            {"run_type", "iteration"},
            {"threads", m.threads_used.value_or(m.problem.threads)},
            {"iterations", m.iterations.value_or(1)},
            {"real_time", nanoseconds},
            {"cpu_time", nanoseconds},
            {"time_unit", "ns"}};
  if (m.flops && *m.flops > 0 && nanoseconds > 0) json["GFLOPS"] = *m.flops / nanoseconds;
  return json;
}

void append_entries(Json& entries, const Measurement& m, GbenchShape shape, std::size_t family) {
  if (shape == GbenchShape::median || m.samples_ns.empty()) {
    entries.push_back(entry(m, *m.median_ns));
    return;
  }
  for (std::size_t i = 0; i < m.samples_ns.size(); ++i) {
    Json json = entry(m, m.samples_ns[i]);
    json["family_index"] = family;
    json["per_family_instance_index"] = 0;
    json["repetitions"] = m.samples_ns.size();
    json["repetition_index"] = i;
    entries.push_back(std::move(json));
  }
}

/// A training row's time is one step, under the training id.
Measurement step_measurement(const TrainingRecord& t) {
  Measurement m;
  m.id = t.id;
  m.problem.threads = t.training.threads;
  m.median_ns = *t.seconds_per_step * 1e9;
  return m;
}

}  // namespace

std::string render_gbench(const RunFile& run, GbenchShape shape) {
  Json entries = Json::array(), without_time = Json::array();
  std::size_t family = 0;
  const auto refuse = [&](const std::string& id, Outcome outcome,
                          const std::optional<std::string>& reason) {
    without_time.push_back({{"name", id},
                            {"outcome", to_string(outcome)},
                            {"reason", reason ? Json(*reason) : Json(nullptr)}});
  };
  for (const auto& m : run.measurements) {
    if (m.outcome == Outcome::measured && m.median_ns)
      append_entries(entries, m, shape, family++);
    else
      refuse(m.id, m.outcome, m.reason);
  }
  for (const auto& t : run.training) {
    if (t.outcome == Outcome::measured && t.seconds_per_step)
      append_entries(entries, step_measurement(t), shape, family++);
    else
      refuse(t.id, t.outcome, t.reason);
  }
  // Rows without a time stand apart: a zero among the times would poison every mean of them.
  const Json json{{"context", context_json(run.header)},
                  {"benchmarks", entries},
                  {"sweepmark_without_time", without_time}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace sweepmark::host
