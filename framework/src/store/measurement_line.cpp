#include "store/measurement_line.hpp"

#include <array>
#include <iterator>

#include "store/json_cursor.hpp"

namespace sweepmark::host {
namespace {

bool real_or_null(JsonCursor& c, std::optional<double>& out) {
  return c.or_null(out, [&](double& v) { return c.number(v); });
}

bool text_or_null(JsonCursor& c, std::optional<std::string>& out) {
  return c.or_null(out, [&](std::string& v) { return c.text(v); });
}

template <class I>
bool whole(JsonCursor& c, I& out) {
  std::int64_t value = 0;
  if (!c.integer(value)) return false;
  out = static_cast<I>(value);
  return static_cast<std::int64_t>(out) == value;
}

template <class E, class Parse>
bool named(JsonCursor& c, E& out, Parse parse) {
  std::string_view name;
  if (!c.plain_text(name)) return false;
  const auto value = parse(name);
  if (value) out = *value;
  return value.has_value();
}

bool read_plugin(JsonCursor& c, PluginIdentity& p) {
  return c.object([&](std::string_view name) {
    if (name == "id") return c.text(p.id);
    if (name == "version") return c.text(p.version);
    if (name == "path") return c.text(p.path);
    if (name == "compiler") return c.text(p.compiler);
    if (name == "flags") return c.text(p.flags);
    return false;
  });
}

/// The fields of a matrix product; other operations have more and take the full parser.
bool read_problem(JsonCursor& c, Problem& p) {
  return c.object([&](std::string_view name) {
    if (name == "m") return whole(c, p.m);
    if (name == "n") return whole(c, p.n);
    if (name == "k") return whole(c, p.k);
    if (name == "dtype") return named(c, p.dtype, parse_dtype);
    if (name == "threads") return whole(c, p.threads);
    if (name == "device_index") return whole(c, p.device_index);
    if (name == "operation") return named(c, p.operation, parse_operation);
    return false;
  });
}

bool read_interval(JsonCursor& c, std::optional<Interval>& out) {
  return c.or_null(out, [&](Interval& i) {
    return c.consume('[') && c.number(i.low) && c.consume(',') && c.number(i.high) &&
           c.consume(']');
  });
}

using Reader = bool (*)(JsonCursor&, Measurement&);
struct Field {
  std::string_view name;
  Reader read;
  bool required = false;
};

/// In the order to_json(Measurement) writes them.
constexpr Field fields[] = {
    {"record", [](JsonCursor& c, Measurement&) -> bool { return c.word("\"measurement\""); }, true},
    {"id", [](JsonCursor& c, Measurement& m) { return c.text(m.id); }, true},
    {"hash", [](JsonCursor& c, Measurement& m) { return c.text(m.hash); }, true},
    {"group", [](JsonCursor& c, Measurement& m) { return c.text(m.group); }, true},
    {"kernel", [](JsonCursor& c, Measurement& m) { return c.text(m.kernel); }, true},
    {"operation", [](JsonCursor& c, Measurement& m) { return c.text(m.operation); }},
    {"plugin", [](JsonCursor& c, Measurement& m) { return read_plugin(c, m.plugin); }},
    {"problem", [](JsonCursor& c, Measurement& m) { return read_problem(c, m.problem); }, true},
    {"threads_used",
     [](JsonCursor& c, Measurement& m) {
       return c.or_null(m.threads_used, [&](int& v) { return whole(c, v); });
     }},
    {"tuning",
     [](JsonCursor& c, Measurement& m) {
       return c.object([&](std::string_view key) { return c.value(m.tuning[std::string(key)]); });
     }},
    {"cache", [](JsonCursor& c, Measurement& m) { return named(c, m.cache, parse_cache_mode); },
     true},
    {"device", [](JsonCursor& c, Measurement& m) { return c.text(m.device); }},
    {"math", [](JsonCursor& c, Measurement& m) { return c.text(m.math); }},
    {"prepacked", [](JsonCursor& c, Measurement& m) { return c.boolean(m.prepacked); }},
    {"timer", [](JsonCursor& c, Measurement& m) { return c.text(m.timer); }},
    {"outcome", [](JsonCursor& c, Measurement& m) { return named(c, m.outcome, parse_outcome); },
     true},
    {"reason", [](JsonCursor& c, Measurement& m) { return text_or_null(c, m.reason); }},
    {"seed", [](JsonCursor& c, Measurement& m) { return whole(c, m.seed); }},
    {"iterations",
     [](JsonCursor& c, Measurement& m) {
       return c.or_null(m.iterations, [&](std::int64_t& v) { return c.integer(v); });
     }},
    {"samples_ns",
     [](JsonCursor& c, Measurement& m) {
       return c.list([&] { return c.number(m.samples_ns.emplace_back()); });
     }},
    {"rounds",
     [](JsonCursor& c, Measurement& m) {
       return c.list([&] { return c.integer(m.rounds.emplace_back()); });
     }},
    {"median_ns", [](JsonCursor& c, Measurement& m) { return real_or_null(c, m.median_ns); }},
    {"interval_ns", [](JsonCursor& c, Measurement& m) { return read_interval(c, m.interval_ns); }},
    {"stopped_by",
     [](JsonCursor& c, Measurement& m) {
       return c.or_null(m.stopped_by, [&](StoppedBy& v) { return named(c, v, parse_stopped_by); });
     }},
    {"flops", [](JsonCursor& c, Measurement& m) { return real_or_null(c, m.flops); }},
    {"bytes", [](JsonCursor& c, Measurement& m) { return real_or_null(c, m.bytes); }},
    {"gflops", [](JsonCursor& c, Measurement& m) { return real_or_null(c, m.gflops); }},
    {"gbytes_per_second",
     [](JsonCursor& c, Measurement& m) { return real_or_null(c, m.gbytes_per_second); }},
    {"roofline_fraction",
     [](JsonCursor& c, Measurement& m) { return real_or_null(c, m.roofline_fraction); }},
    {"bound_error", [](JsonCursor& c, Measurement& m) { return real_or_null(c, m.bound_error); }},
    {"empty_call_ns",
     [](JsonCursor& c, Measurement& m) { return real_or_null(c, m.empty_call_ns); }},
    {"notes",
     [](JsonCursor& c,
        Measurement& m) { return c.list([&] { return c.text(m.notes.emplace_back()); }); }},
    {"reproduce", [](JsonCursor& c, Measurement& m) { return c.text(m.reproduce); }}};

constexpr std::size_t field_count = std::size(fields);

/// The field's place, looked for from where the writer would put it.
std::optional<std::size_t> place_of(std::string_view name, std::size_t expected) {
  for (std::size_t i = 0; i < field_count; ++i) {
    const std::size_t place = (expected + i) % field_count;
    if (fields[place].name == name) return place;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Measurement> measurement_from_line(std::string_view line) {
  JsonCursor cursor(line);
  Measurement m;
  std::array<bool, field_count> seen{};
  std::size_t expected = 0;
  const bool read = cursor.object([&](std::string_view name) {
    const auto place = place_of(name, expected);
    if (!place || seen[*place]) return false;
    seen[*place] = true;
    expected = *place + 1;
    return fields[*place].read(cursor, m);
  });
  if (!read || !cursor.at_end()) return std::nullopt;
  for (std::size_t i = 0; i < field_count; ++i)
    if (fields[i].required && !seen[i]) return std::nullopt;
  m.samples_ns.shrink_to_fit();
  m.rounds.shrink_to_fit();
  return m;
}

}  // namespace sweepmark::host
