#include "reports/run_document.hpp"

#include <fmt/format.h>

#include <map>
#include <unordered_map>

#include "base/text.hpp"
#include "base/units.hpp"
#include "reports/comparison_document.hpp"
#include "reports/kernel_section.hpp"
#include "reports/size_section.hpp"
#include "reports/training_section.hpp"
#include "reports/words.hpp"

namespace sweepmark::host {
namespace {

std::string title_text(const RunHeader& header) {
  std::vector<std::string> parts{header.version.empty() ? std::string("Sweepmark")
                                                        : "Sweepmark " + header.version};
  if (!header.plan.empty()) parts.push_back("plan " + header.plan);
  if (!header.started.empty()) parts.push_back(header.started);
  // What must be said first, e.g. that the data are made up, stands in the first line.
  parts.insert(parts.end(), header.notes.begin(), header.notes.end());
  return join(parts, " · ");
}

std::string build_text(const Environment& e) {
  std::vector<std::string> parts;
  if (!e.compiler.empty()) parts.push_back(e.compiler);
  if (!e.build_type.empty()) parts.push_back(e.build_type);
  if (!e.flags.empty()) parts.push_back(e.flags);
  return join(parts, ", ");
}

/// The settings of the system that move numbers; what could not be read is said to be unknown.
std::string settings_text(const Environment& e) {
  return fmt::format("governor {}, ASLR {}", e.governor.value_or("unknown"),
                     e.aslr ? (*e.aslr ? "on" : "off") : "unknown");
}

void add_preamble(Document& document, const RunFile& run) {
  const Environment& e = run.header.environment;
  document.preamble.push_back(machine_text(e));
  const std::string build = build_text(e);
  document.preamble.push_back(build.empty() ? settings_text(e)
                                            : fmt::format("{}; host {}", settings_text(e), build));
  for (const auto& gpu : e.gpus)
    document.preamble.push_back(
        fmt::format("GPU {}, capability {}, driver {}", gpu.name, gpu.capability, gpu.driver));
  if (!run.end)
    document.preamble.emplace_back("this run has no end record: it was stopped from outside");
  else if (!run.end->complete)
    document.preamble.emplace_back("this run is incomplete: it was interrupted");
  for (const auto& note : run.notes) document.preamble.push_back(note);
}

void append(std::vector<std::string>& lines, std::vector<std::string> more) {
  for (auto& line : more) lines.push_back(std::move(line));
}

void add_kernel_sections(Document& document, const RunFile& run, const Analysis& analysis,
                         const Comparison* against) {
  const ComparedById compared = by_id(against);
  std::unordered_map<std::string, std::vector<const Saturation*>> saturations;
  for (const auto& s : analysis.saturations) saturations[s.group].push_back(&s);
  for (const auto& group : analysis.groups) {
    Section section = kernel_section(run, group, compared);
    append(section.answers, group_words(run, group));
    if (const auto found = saturations.find(group.group); found != saturations.end())
      for (const auto* s : found->second) append(section.answers, saturation_words(run, *s));
    document.sections.push_back(std::move(section));
  }
  for (const auto& sweep : analysis.size_sweeps)
    document.sections.push_back(size_section(run, sweep, analysis.dispatch));
}

void add_training_sections(Document& document, const RunFile& run, const Analysis& analysis) {
  auto sections = training_sections(run, analysis.training);
  if (!sections.empty()) {
    auto& answers = sections.back().answers;
    for (const auto& fit : analysis.step_costs) append(answers, step_cost_words(fit));
    for (const auto& fit : analysis.critical_batches) append(answers, critical_batch_words(fit));
  }
  for (auto& section : sections) document.sections.push_back(std::move(section));
  sections = noise_sections(run);
  if (!sections.empty())
    for (const auto& scale : analysis.noise_scales)
      append(sections.back().answers, noise_scale_words(scale));
  for (auto& section : sections) document.sections.push_back(std::move(section));
}

}  // namespace

std::string machine_text(const Environment& e) {
  std::vector<std::string> parts;
  parts.push_back(e.host.empty() ? "host unknown" : e.host);
  parts.push_back(e.cpu.empty() ? "CPU unknown" : e.cpu);
  if (e.usable_cpus > 0)
    parts.push_back(fmt::format("{} usable CPU{}", e.usable_cpus, e.usable_cpus == 1 ? "" : "s"));
  for (const auto& cache : e.caches)
    if (cache.type != "instruction")
      parts.push_back(
          fmt::format("L{} {}", cache.level, format_bytes(static_cast<double>(cache.bytes))));
  if (e.memory_bytes)
    parts.push_back(format_bytes(static_cast<double>(*e.memory_bytes)) + " memory");
  if (!e.os.empty()) parts.push_back(e.os);
  return join(parts, ", ");
}

std::string counts_text(const RunFile& run) {
  std::map<Outcome, std::size_t> counts;
  for (const auto& m : run.measurements) ++counts[m.outcome];
  for (const auto& t : run.training) ++counts[t.outcome];
  for (const auto& n : run.noise) ++counts[n.outcome];
  std::vector<std::string> parts;
  for (const auto& [outcome, count] : counts)
    parts.push_back(fmt::format("{} {}", count, to_string(outcome)));
  return parts.empty() ? "nothing was measured" : join(parts, ", ");
}

Document run_document(const RunFile& run, const Analysis& analysis, const Comparison* against) {
  Document document;
  document.title = title_text(run.header);
  add_preamble(document, run);
  if (against)
    document.preamble.push_back(
        fmt::format("baseline {}; noise floor {} ({}), margin {}", against->baseline,
                    format_percent(against->noise_floor.value), against->noise_floor.source,
                    format_percent(against->margin)));
  add_kernel_sections(document, run, analysis, against);
  add_training_sections(document, run, analysis);
  if (against && !run.training.empty())
    for (auto& section : comparison_document(*against).sections)
      document.sections.push_back(std::move(section));
  document.closing.push_back(counts_text(run));
  return document;
}

}  // namespace sweepmark::host
