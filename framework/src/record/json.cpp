#include "record/json.hpp"

#include <cmath>

#include "record/json_fields.hpp"

namespace sweepmark::host {

Json number_or_null(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double v : values) list.push_back(number_or_null(v));
  return list;
}

std::string to_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json to_json(const Value& value) {
  return std::visit([](const auto& v) { return Json(v); }, value);
}

Json to_json(const Settings& settings) {
  Json json = Json::object();
  for (const auto& [name, value] : settings) json[name] = to_json(value);
  return json;
}

Json to_json(const Problem& p) {
  Json json{
      {"m", p.m}, {"n", p.n}, {"k", p.k}, {"dtype", to_string(p.dtype)}, {"threads", p.threads}};
  if (p.device_index > 0) json["device_index"] = p.device_index;
  if (p.operation == Operation::gradient || p.operation == Operation::sgd_epoch) {
    json["model"] = to_string(p.model);
    json["examples"] = p.examples;
    json["features"] = p.features;
    json["outputs"] = p.outputs;
    json["batch_size"] = p.batch;
  }
  if (p.operation == Operation::sgd_epoch) {
    json["learning_rate"] = p.learning_rate;
    json["shuffle_seed"] = p.shuffle_seed;
  }
  json["operation"] = to_string(p.operation);
  return json;
}

Json to_json(const Case& c) {
  return {{"kernel", c.kernel},
          {"plugin", c.plugin},
          {"problem", to_json(c.problem)},
          {"tuning", to_json(c.tuning)},
          {"cache", to_string(c.cache)},
          {"device", c.device},
          {"seed", c.seed},
          {"settled", c.settled ? Json(to_string(*c.settled)) : Json(nullptr)},
          {"reason", c.reason}};
}

Json to_json(const GpuDevice& g) {
  return {{"name", g.name},
          {"capability", g.capability},
          {"driver", g.driver},
          {"runtime", g.runtime},
          {"memory_bytes", value_or_null(g.memory_bytes)},
          {"multiprocessors", value_or_null(g.multiprocessors)},
          {"clock_mhz", value_or_null(g.clock_mhz)}};
}

Json to_json(const Environment& e) {
  Json caches = Json::array();
  for (const auto& c : e.caches)
    caches.push_back(
        {{"level", c.level}, {"type", c.type}, {"bytes", c.bytes}, {"shared_by", c.shared_by}});
  Json gpus = Json::array();
  for (const auto& g : e.gpus) gpus.push_back(to_json(g));
  return {{"host", e.host},
          {"cpu", e.cpu},
          {"usable_cpus", e.usable_cpus},
          {"online_cpus", value_or_null(e.online_cpus)},
          {"caches", caches},
          {"memory_bytes", value_or_null(e.memory_bytes)},
          {"os", e.os},
          {"governor", value_or_null(e.governor)},
          {"aslr", value_or_null(e.aslr)},
          {"load_average", numbers(e.load_average)},
          {"compiler", e.compiler},
          {"flags", e.flags},
          {"build_type", e.build_type},
          {"libraries", e.libraries},
          {"gpus", gpus}};
}

Json to_json(const Ceilings& c) {
  Json gflops = Json::object();
  for (const auto& [dtype, by_threads] : c.gflops) {
    Json rates = Json::object();
    for (const auto& [threads, rate] : by_threads)
      rates[std::to_string(threads)] = number_or_null(rate);
    gflops[dtype] = rates;
  }
  Json bandwidth = Json::object();
  for (const auto& [level, rate] : c.gbytes_per_second) bandwidth[level] = number_or_null(rate);
  return {{"gflops", gflops},
          {"gbytes_per_second", bandwidth},
          {"empty_call_ns", number_or_null(c.empty_call_ns)}};
}

Json to_json(const Measurement& m) {
  return {{"record", "measurement"},
          {"id", m.id},
          {"hash", m.hash},
          {"group", m.group},
          {"kernel", m.kernel},
          {"operation", m.operation},
          {"plugin",
           {{"id", m.plugin.id},
            {"version", m.plugin.version},
            {"path", m.plugin.path},
            {"compiler", m.plugin.compiler},
            {"flags", m.plugin.flags}}},
          {"problem", to_json(m.problem)},
          {"threads_used", value_or_null(m.threads_used)},
          {"tuning", to_json(m.tuning)},
          {"cache", to_string(m.cache)},
          {"device", m.device},
          {"math", m.math},
          {"prepacked", m.prepacked},
          {"timer", m.timer},
          {"outcome", to_string(m.outcome)},
          {"reason", value_or_null(m.reason)},
          {"seed", m.seed},
          {"iterations", value_or_null(m.iterations)},
          {"samples_ns", numbers(m.samples_ns)},
          {"rounds", m.rounds},
          {"median_ns", number_or_null(m.median_ns)},
          {"interval_ns", interval_or_null(m.interval_ns)},
          {"stopped_by", m.stopped_by ? Json(to_string(*m.stopped_by)) : Json(nullptr)},
          {"flops", number_or_null(m.flops)},
          {"bytes", number_or_null(m.bytes)},
          {"gflops", number_or_null(m.gflops)},
          {"gbytes_per_second", number_or_null(m.gbytes_per_second)},
          {"roofline_fraction", number_or_null(m.roofline_fraction)},
          {"bound_error", number_or_null(m.bound_error)},
          {"empty_call_ns", number_or_null(m.empty_call_ns)},
          {"notes", m.notes},
          {"reproduce", m.reproduce}};
}

Json to_json(const RunHeader& h) {
  return {{"record", "run"},
          {"schema", h.schema},
          {"version", h.version},
          {"plan", h.plan},
          {"started", h.started},
          {"seed", h.seed},
          {"arguments", h.arguments},
          {"environment", to_json(h.environment)},
          {"ceilings", h.ceilings ? to_json(*h.ceilings) : Json(nullptr)},
          {"notes", h.notes},
          {"plan_text", h.plan_text}};
}

Json to_json(const RunEnd& e) {
  return {{"record", "end"},
          {"complete", e.complete},
          {"counts", e.counts},
          {"wall_seconds", e.wall_seconds}};
}

Value value_from_json(const Json& json) {
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  throw Error(fmt::format("found {}, expected a number or a text", json.dump()));
}

Settings settings_from_json(const Json& json) {
  Settings settings;
  for (const auto& [name, value] : json.items()) settings[name] = value_from_json(value);
  return settings;
}

Problem problem_from_json(const Json& json) {
  Problem p;
  if (json.contains("operation")) p.operation = named_field(json, "operation", parse_operation);
  p.m = field_or<std::int64_t>(json, "m", 0);
  p.n = field_or<std::int64_t>(json, "n", 0);
  p.k = field_or<std::int64_t>(json, "k", 0);
  p.dtype = named_field(json, "dtype", parse_dtype);
  p.threads = field_or<int>(json, "threads", 1);
  p.device_index = field_or<int>(json, "device_index", 0);
  if (json.contains("model")) p.model = named_field(json, "model", parse_model);
  p.examples = field_or<std::int64_t>(json, "examples", 0);
  p.features = field_or<std::int64_t>(json, "features", 0);
  p.outputs = field_or<std::int64_t>(json, "outputs", 0);
  p.batch = field_or<std::int64_t>(json, "batch_size", 0);
  p.learning_rate = field_or<double>(json, "learning_rate", 0);
  p.shuffle_seed = field_or<std::uint64_t>(json, "shuffle_seed", 0);
  return p;
}

Case case_from_json(const Json& json) {
  Case c;
  c.kernel = required<std::string>(json, "kernel");
  c.plugin = required<std::string>(json, "plugin");
  c.problem = problem_from_json(required<Json>(json, "problem"));
  c.tuning = settings_from_json(required<Json>(json, "tuning"));
  c.cache = named_field(json, "cache", parse_cache_mode);
  c.device = required<std::string>(json, "device");
  c.seed = required<std::uint64_t>(json, "seed");
  if (optional_field<std::string>(json, "settled"))
    c.settled = named_field(json, "settled", parse_outcome);
  c.reason = field_or<std::string>(json, "reason", "");
  return c;
}

GpuDevice gpu_device_from_json(const Json& json) {
  return {field_or<std::string>(json, "name", ""),
          field_or<std::string>(json, "capability", ""),
          field_or<std::string>(json, "driver", ""),
          field_or<std::string>(json, "runtime", ""),
          optional_field<std::int64_t>(json, "memory_bytes"),
          optional_field<std::int64_t>(json, "multiprocessors"),
          optional_field<std::int64_t>(json, "clock_mhz")};
}

Environment environment_from_json(const Json& json) {
  Environment e;
  e.host = field_or<std::string>(json, "host", "");
  e.cpu = field_or<std::string>(json, "cpu", "");
  e.usable_cpus = field_or<int>(json, "usable_cpus", 1);
  e.online_cpus = optional_field<int>(json, "online_cpus");
  for (const auto& c : field_or<Json>(json, "caches", Json::array()))
    e.caches.push_back({required<int>(c, "level"), required<std::string>(c, "type"),
                        required<std::int64_t>(c, "bytes"), field_or<int>(c, "shared_by", 1)});
  e.memory_bytes = optional_field<std::int64_t>(json, "memory_bytes");
  e.os = field_or<std::string>(json, "os", "");
  e.governor = optional_field<std::string>(json, "governor");
  e.aslr = optional_field<bool>(json, "aslr");
  e.load_average = field_or<std::vector<double>>(json, "load_average", {});
  e.compiler = field_or<std::string>(json, "compiler", "");
  e.flags = field_or<std::string>(json, "flags", "");
  e.build_type = field_or<std::string>(json, "build_type", "");
  e.libraries = field_or<std::map<std::string, std::string>>(json, "libraries", {});
  for (const auto& g : field_or<Json>(json, "gpus", Json::array()))
    e.gpus.push_back(gpu_device_from_json(g));
  return e;
}

Ceilings ceilings_from_json(const Json& json) {
  Ceilings c;
  // Named, because a loop over temporary.items() would outlive the temporary.
  const auto gflops = required<Json>(json, "gflops");
  for (const auto& [dtype, by_threads] : gflops.items())
    for (const auto& [threads, rate] : by_threads.items())
      if (rate.is_number()) c.gflops[dtype][std::stoi(threads)] = rate.get<double>();
  const auto bandwidth = required<Json>(json, "gbytes_per_second");
  for (const auto& [level, rate] : bandwidth.items())
    if (rate.is_number()) c.gbytes_per_second[level] = rate.get<double>();
  c.empty_call_ns = optional_field<double>(json, "empty_call_ns");
  return c;
}

Measurement measurement_from_json(const Json& json) {
  Measurement m;
  m.id = required<std::string>(json, "id");
  m.hash = required<std::string>(json, "hash");
  m.group = required<std::string>(json, "group");
  m.kernel = required<std::string>(json, "kernel");
  m.operation = field_or<std::string>(json, "operation", "gemm");
  if (const auto plugin = optional_field<Json>(json, "plugin"))
    m.plugin = {
        field_or<std::string>(*plugin, "id", ""), field_or<std::string>(*plugin, "version", ""),
        field_or<std::string>(*plugin, "path", ""), field_or<std::string>(*plugin, "compiler", ""),
        field_or<std::string>(*plugin, "flags", "")};
  m.problem = problem_from_json(required<Json>(json, "problem"));
  m.threads_used = optional_field<int>(json, "threads_used");
  m.tuning = settings_from_json(field_or<Json>(json, "tuning", Json::object()));
  m.cache = named_field(json, "cache", parse_cache_mode);
  m.device = field_or<std::string>(json, "device", "cpu");
  m.math = field_or<std::string>(json, "math", "native");
  m.prepacked = field_or<bool>(json, "prepacked", false);
  m.timer = field_or<std::string>(json, "timer", "host");
  m.outcome = named_field(json, "outcome", parse_outcome);
  m.reason = optional_field<std::string>(json, "reason");
  m.seed = field_or<std::uint64_t>(json, "seed", 0);
  m.iterations = optional_field<std::int64_t>(json, "iterations");
  m.samples_ns = field_or<std::vector<double>>(json, "samples_ns", {});
  m.rounds = field_or<std::vector<std::int64_t>>(json, "rounds", {});
  m.median_ns = optional_field<double>(json, "median_ns");
  m.interval_ns = interval_field(json, "interval_ns");
  if (optional_field<std::string>(json, "stopped_by"))
    m.stopped_by = named_field(json, "stopped_by", parse_stopped_by);
  m.flops = optional_field<double>(json, "flops");
  m.bytes = optional_field<double>(json, "bytes");
  m.gflops = optional_field<double>(json, "gflops");
  m.gbytes_per_second = optional_field<double>(json, "gbytes_per_second");
  m.roofline_fraction = optional_field<double>(json, "roofline_fraction");
  m.bound_error = optional_field<double>(json, "bound_error");
  m.empty_call_ns = optional_field<double>(json, "empty_call_ns");
  m.notes = field_or<std::vector<std::string>>(json, "notes", {});
  m.reproduce = field_or<std::string>(json, "reproduce", "");
  return m;
}

RunHeader run_header_from_json(const Json& json) {
  RunHeader h;
  h.schema = required<int>(json, "schema");
  h.version = field_or<std::string>(json, "version", "");
  h.plan = field_or<std::string>(json, "plan", "");
  h.plan_text = field_or<std::string>(json, "plan_text", "");
  h.started = field_or<std::string>(json, "started", "");
  h.seed = field_or<std::uint64_t>(json, "seed", 0);
  h.arguments = field_or<std::vector<std::string>>(json, "arguments", {});
  h.environment = environment_from_json(field_or<Json>(json, "environment", Json::object()));
  if (const auto ceilings = optional_field<Json>(json, "ceilings"))
    h.ceilings = ceilings_from_json(*ceilings);
  h.notes = field_or<std::vector<std::string>>(json, "notes", {});
  return h;
}

RunEnd run_end_from_json(const Json& json) {
  return {required<bool>(json, "complete"),
          field_or<std::map<std::string, std::int64_t>>(json, "counts", {}),
          field_or<double>(json, "wall_seconds", 0)};
}

}  // namespace sweepmark::host
