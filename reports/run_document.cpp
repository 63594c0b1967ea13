#include "reports/run_document.hpp"

#include <fmt/format.h>

#include <map>

#include "analysis/group_summary.hpp"
#include "analysis/training_summary.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "reports/kernel_section.hpp"
#include "reports/training_section.hpp"

namespace sweepmark::host {
namespace {

std::string title_text(const RunHeader& header) {
  std::vector<std::string> parts{header.version.empty() ? std::string("Sweepmark")
                                                        : "Sweepmark " + header.version};
  if (!header.plan.empty()) parts.push_back("plan " + header.plan);
  if (!header.started.empty()) parts.push_back(header.started);
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

Document run_document(const RunFile& run) {
  Document document;
  document.title = title_text(run.header);
  add_preamble(document, run);
  for (const auto& group : summarize_groups(run))
    document.sections.push_back(kernel_section(run, group));
  for (auto& section : training_sections(run, summarize_training(run)))
    document.sections.push_back(std::move(section));
  for (auto& section : noise_sections(run)) document.sections.push_back(std::move(section));
  document.closing.push_back(counts_text(run));
  return document;
}

}  // namespace sweepmark::host
