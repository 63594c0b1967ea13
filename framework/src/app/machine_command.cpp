#include <fmt/format.h>

#include "app/command.hpp"
#include "base/units.hpp"
#include "harness/machine.hpp"

namespace sweepmark::host {
namespace {

void print_environment(const Environment& e) {
  fmt::print("host     {}\ncpu      {}\nusable   {} CPUs", e.host, e.cpu, e.usable_cpus);
  if (e.online_cpus) fmt::print(" of {} online", *e.online_cpus);
  fmt::print("\n");
  for (const auto& c : e.caches)
    fmt::print("L{}       {} {}, shared by {}\n", c.level,
               format_bytes(static_cast<double>(c.bytes)), c.type, c.shared_by);
  if (e.memory_bytes)
    fmt::print("memory   {}\n", format_bytes(static_cast<double>(*e.memory_bytes)));
  fmt::print("system   {}\ngovernor {}\nASLR     {}\nbuild    {}, {} {}\n", e.os,
             e.governor.value_or("unknown"), e.aslr ? (*e.aslr ? "on" : "off") : "unknown",
             e.compiler, e.build_type, e.flags);
}

}  // namespace

void add_machine(CLI::App& app, Invocation&) {
  app.add_subcommand("machine", "what this machine is")->callback([] {
    print_environment(probe_environment());
  });
}

}  // namespace sweepmark::host
