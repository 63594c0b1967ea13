#include "store/google_benchmark.hpp"

#include <fmt/format.h>

#include <unordered_map>

#include "base/error.hpp"
#include "base/text.hpp"
#include "store/google_benchmark_rows.hpp"

namespace sweepmark::host {
namespace {

using Row = GoogleBenchmarkRow;

/// The rows of one benchmark as they come in.
struct Gathered {
  Measurement measurement;
  std::optional<double> mean_ns, median_ns;
  bool has_iteration = false;
};

Measurement named_measurement(const Row& row) {
  Measurement m;
  m.id = m.kernel = row.run_name;
  m.operation = imported_operation;
  m.group = family_in_name(row.run_name);
  m.tuning = settings_in_name(row.run_name);
  m.hash = fnv1a_hex(m.id);
  m.plugin.id = "google_benchmark";
  m.threads_used = row.threads;
  if (row.threads) m.problem.threads = *row.threads;
  if (!row.label.empty()) m.notes.push_back(fmt::format("label: {}", row.label));
  return m;
}

void take_row(Gathered& gathered, const Row& row) {
  Measurement& m = gathered.measurement;
  if (row.kind == Row::Kind::mean) gathered.mean_ns = row.real_time_ns;
  if (row.kind == Row::Kind::median) gathered.median_ns = row.real_time_ns;
  if (row.kind != Row::Kind::iteration) return;
  gathered.has_iteration = true;
  if (row.error || row.skip) {
    m.outcome = row.error ? Outcome::failed : Outcome::skipped;
    m.reason = row.error ? *row.error : *row.skip;
    if (m.reason->empty()) m.reason = "the file gives no reason";
  } else if (row.real_time_ns) {
    m.rounds.push_back(row.repetition.value_or(static_cast<std::int64_t>(m.samples_ns.size())));
    m.samples_ns.push_back(*row.real_time_ns);
    m.iterations = row.iterations;
  }
}

/// The outcome of a benchmark once all its rows are seen.
void settle(Gathered& gathered) {
  Measurement& m = gathered.measurement;
  if (m.reason) {  // one failed repetition makes the benchmark failed
    m.samples_ns.clear();
    m.rounds.clear();
    return;
  }
  if (m.samples_ns.empty()) {
    m.median_ns = gathered.median_ns ? gathered.median_ns : gathered.mean_ns;
    m.outcome = m.median_ns ? Outcome::measured : Outcome::skipped;
    if (!m.median_ns)
      m.reason = "the file has no time for this row";
    else
      m.notes.push_back(fmt::format("aggregates only: no samples, no test; the {} is shown",
                                    gathered.median_ns ? "median" : "mean"));
    return;
  }
  m.outcome = Outcome::measured;
  m.stopped_by = StoppedBy::samples;
  summarize(m);
}

template <class T>
std::optional<T> context_field(const Json& context, const char* name) {
  const auto it = context.find(name);
  if (it == context.end()) return std::nullopt;
  if constexpr (std::is_same_v<T, std::string>) {
    if (!it->is_string() || it->template get<std::string>().empty()) return std::nullopt;
  } else if constexpr (std::is_same_v<T, bool>) {
    if (!it->is_boolean()) return std::nullopt;
  } else {
    if (!it->is_number()) return std::nullopt;
  }
  return it->template get<T>();
}

void read_caches(const Json& context, Environment& environment) {
  const auto caches = context.find("caches");
  if (caches == context.end() || !caches->is_array()) return;
  for (const auto& cache : *caches) {
    const auto level = context_field<int>(cache, "level");
    const auto bytes = context_field<std::int64_t>(cache, "size");
    if (!level || !bytes) continue;
    std::string type = context_field<std::string>(cache, "type").value_or("unified");
    type[0] = static_cast<char>(type[0] | 0x20);  // "Data" -> "data"
    environment.caches.push_back(
        {*level, type, *bytes, std::max(1, context_field<int>(cache, "num_sharing").value_or(1))});
  }
}

/// What the context says; what it leaves out stays unknown, never false.
void read_context(const Json& context, RunFile& run) {
  Environment& e = run.header.environment;
  run.header.started = context_field<std::string>(context, "date").value_or("");
  e.host = context_field<std::string>(context, "host_name").value_or("");
  e.usable_cpus = context_field<int>(context, "num_cpus").value_or(0);
  if (e.usable_cpus > 0) e.online_cpus = e.usable_cpus;
  e.aslr = context_field<bool>(context, "aslr_enabled");
  read_caches(context, e);
  if (const auto loads = context.find("load_avg"); loads != context.end() && loads->is_array())
    for (const auto& load : *loads)
      if (load.is_number()) e.load_average.push_back(load.get<double>());
  if (const auto scaling = context_field<bool>(context, "cpu_scaling_enabled")) {
    e.governor = *scaling ? "scaling" : "no scaling";
    if (*scaling)
      run.notes.push_back(fmt::format(
          "{}: CPU frequency scaling was on: its times may drift with the clock", run.path));
  }
  const auto version = context_field<std::string>(context, "library_version");
  const auto build = context_field<std::string>(context, "library_build_type");
  e.libraries["google_benchmark"] =
      fmt::format("{} ({} build)", version.value_or("unknown version"), build.value_or("unknown"));
  if (build == "debug")
    run.notes.push_back(
        fmt::format("{}: library_build_type is debug: it describes the benchmark "
                    "library (Debian's always says so), not the code measured",
                    run.path));
}

}  // namespace

RunFile import_google_benchmark(const Json& json, const std::string& path, std::size_t blanked) {
  RunFile run;
  run.path = path;
  run.header.plan = "google_benchmark";
  if (const auto context = json.find("context"); context != json.end() && context->is_object())
    read_context(*context, run);
  else
    run.header.environment.usable_cpus = 0;
  const Json& rows = json.at("benchmarks");
  if (!rows.is_array())
    throw Error(fmt::format("{}: benchmarks: found {}, expected a list", path, rows.type_name()));

  std::vector<Gathered> gathered;
  std::unordered_map<std::string, std::size_t> places;
  std::size_t complexity_rows = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row row = google_benchmark_row(rows[i], fmt::format("{}: benchmarks[{}]", path, i));
    if (row.kind == Row::Kind::complexity) {
      ++complexity_rows;
      continue;
    }
    const auto [place, added] = places.try_emplace(row.run_name, gathered.size());
    if (added) gathered.push_back({named_measurement(row), {}, {}, false});
    take_row(gathered[place->second], row);
  }
  for (auto& g : gathered) {
    settle(g);
    run.measurements.push_back(std::move(g.measurement));
  }
  if (complexity_rows > 0)
    run.notes.push_back(fmt::format("{}: {} BigO and RMS rows are fits, not times: left out", path,
                                    complexity_rows));
  if (blanked > 0)
    run.notes.push_back(
        fmt::format("{}: {} NaN or Infinity tokens are not JSON: read as absent", path, blanked));
  RunEnd end;
  end.complete = true;
  for (const auto& m : run.measurements) ++end.counts[std::string(to_string(m.outcome))];
  run.end = end;
  return run;
}

}  // namespace sweepmark::host
