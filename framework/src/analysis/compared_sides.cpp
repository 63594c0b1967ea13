#include "analysis/compared_sides.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/mann_whitney.hpp"
#include "base/text.hpp"
#include "base/units.hpp"

namespace sweepmark::host {
namespace {

constexpr double significance = 0.05;

std::string_view plain_id(std::string_view id) {
  constexpr std::string_view suffix = "/real_time";
  return id.ends_with(suffix) ? id.substr(0, id.size() - suffix.size()) : id;
}

}  // namespace

std::vector<ComparedSide> sides_of(const RunFile& run) {
  std::vector<ComparedSide> sides;
  sides.reserve(run.measurements.size() + run.training.size());
  for (const auto& m : run.measurements)
    sides.push_back(
        {plain_id(m.id), &m.samples_ns, &m.rounds, m.median_ns, m.outcome, m.reason.value_or("")});
  for (const auto& t : run.training) {
    std::optional<double> epoch_ns;
    if (!t.samples_ns.empty())
      epoch_ns = median(t.samples_ns);
    else if (t.seconds_per_epoch)
      epoch_ns = *t.seconds_per_epoch * 1e9;
    sides.push_back({t.id, &t.samples_ns, &t.rounds, epoch_ns, t.outcome, t.reason.value_or("")});
  }
  return sides;
}

std::string unusable_reason(const ComparedSide& side) {
  if (side.outcome != Outcome::measured)
    return side.reason.empty() ? std::string(to_string(side.outcome))
                               : fmt::format("{}: {}", to_string(side.outcome), side.reason);
  if (!side.median_ns || !std::isfinite(*side.median_ns)) return "it has no time";
  if (!(*side.median_ns > 0)) return "its time is 0";
  return "";
}

ComparedRow compare_sides(const ComparedSide& baseline, const ComparedSide& contender,
                          const CompareOptions& options, double margin) {
  ComparedRow row;
  row.id = contender.id;
  row.baseline_ns = baseline.median_ns;
  row.contender_ns = contender.median_ns;
  row.ratio = *contender.median_ns / *baseline.median_ns;
  row.baseline_samples = baseline.samples_ns->size();
  row.contender_samples = contender.samples_ns->size();
  if (row.baseline_samples == 0 || row.contender_samples == 0) {
    row.note = "no samples: no test";
    return row;
  }
  const MannWhitney test = mann_whitney(*baseline.samples_ns, *contender.samples_ns);
  row.p = test.p;
  if (std::min(row.baseline_samples, row.contender_samples) < fewest_samples) {
    row.note =
        fmt::format("too few repetitions: {} against {}; the smallest possible p is {}",
                    row.baseline_samples, row.contender_samples, format_number(test.smallest_p, 2));
    return row;
  }
  const auto ratio =
      unpaired_ratio(*baseline.samples_ns, *contender.samples_ns, options.confidence);
  row.interval = ratio ? ratio->interval : std::nullopt;
  row.verdict = verdict_of(row.interval, margin);
  const bool claims = row.verdict == Verdict::faster || row.verdict == Verdict::slower;
  if (claims && test.p > significance) {
    row.verdict = Verdict::inconclusive;
    row.note = fmt::format("the Mann-Whitney test does not tell them apart (p = {})",
                           format_number(test.p, 2));
  }
  return row;
}

std::optional<double> geometric_mean(const std::vector<ComparedRow>& rows) {
  double logs = 0;
  std::size_t count = 0;
  for (const auto& row : rows)
    if (row.ratio && *row.ratio > 0) {
      logs += std::log(*row.ratio);
      ++count;
    }
  if (count == 0) return std::nullopt;
  return std::exp(logs / static_cast<double>(count));
}

namespace {

class Differences {
 public:
  void note(const std::string& what, const std::string& a, const std::string& b) {
    if (a == b) return;
    lines_.push_back(
        fmt::format("{}: {} / {}", what, a.empty() ? "unknown" : a, b.empty() ? "unknown" : b));
  }
  std::vector<std::string> take() { return std::move(lines_); }

 private:
  std::vector<std::string> lines_;
};

std::string caches_text(const Environment& e) {
  std::vector<std::string> parts;
  for (const auto& c : e.caches)
    if (c.type != "instruction")
      parts.push_back(fmt::format("L{} {}", c.level, format_bytes(static_cast<double>(c.bytes))));
  return join(parts, ", ");
}

std::string on_off(const std::optional<bool>& value) {
  return value ? (*value ? "on" : "off") : "";
}

std::string gpus_text(const Environment& e) {
  std::vector<std::string> parts;
  for (const auto& g : e.gpus) parts.push_back(fmt::format("{} driver {}", g.name, g.driver));
  return parts.empty() ? "none" : join(parts, ", ");
}

/// Plugin id -> "version, compiler, flags" as its rows name them.
std::map<std::string, std::string> plugin_builds(const RunFile& run) {
  std::map<std::string, std::string> builds;
  for (const auto& m : run.measurements)
    if (!m.plugin.id.empty())
      builds.try_emplace(m.plugin.id, fmt::format("{} {} {}", m.plugin.version, m.plugin.compiler,
                                                  m.plugin.flags));
  return builds;
}

std::string values_text(const RunFile& run, std::string_view (*name)(const Measurement&)) {
  std::vector<std::string> values;
  for (const auto& m : run.measurements) {
    if (m.operation == imported_operation) continue;
    const std::string value(name(m));
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  }
  std::sort(values.begin(), values.end());
  return join(values, " and ");
}

}  // namespace

std::vector<std::string> header_differences(const RunFile& a, const RunFile& b) {
  Differences differences;
  const Environment &x = a.header.environment, &y = b.header.environment;
  differences.note("host", x.host, y.host);
  differences.note("cpu", x.cpu, y.cpu);
  differences.note("usable CPUs", x.usable_cpus > 0 ? std::to_string(x.usable_cpus) : "",
                   y.usable_cpus > 0 ? std::to_string(y.usable_cpus) : "");
  differences.note("caches", caches_text(x), caches_text(y));
  differences.note("governor", x.governor.value_or(""), y.governor.value_or(""));
  differences.note("ASLR", on_off(x.aslr), on_off(y.aslr));
  differences.note("os", x.os, y.os);
  differences.note("GPU", gpus_text(x), gpus_text(y));
  differences.note("build type", x.build_type, y.build_type);
  differences.note("compiler", x.compiler, y.compiler);
  differences.note("flags", x.flags, y.flags);
  differences.note("sweepmark", a.header.version, b.header.version);
  differences.note("plan", a.header.plan, b.header.plan);
  for (const auto& [name, version] : x.libraries)
    if (const auto other = y.libraries.find(name); other != y.libraries.end())
      differences.note(name, version, other->second);
  const auto builds_b = plugin_builds(b);
  for (const auto& [id, build] : plugin_builds(a))
    if (const auto other = builds_b.find(id); other != builds_b.end())
      differences.note(fmt::format("plugin {}", id), build, other->second);
  const auto cache = [](const Measurement& m) { return to_string(m.cache); };
  const auto dtype = [](const Measurement& m) { return to_string(m.problem.dtype); };
  differences.note("cache mode", values_text(a, cache), values_text(b, cache));
  differences.note("dtype", values_text(a, dtype), values_text(b, dtype));
  return differences.take();
}

}  // namespace sweepmark::host
