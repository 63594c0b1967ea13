#include <fmt/format.h>

#include <sweepmark/abi.h>

#include "app/command.hpp"
#include "harness/machine.hpp"
#include "record/run_file.hpp"

namespace sweepmark::host {

std::string version_text() { return SWEEPMARK_VERSION; }

void add_version(CLI::App& app, Invocation&) {
  app.add_subcommand("version", "version, build and ABI")->callback([] {
    const auto e = probe_environment();
    fmt::print("sweepmark {}\nABI {}.{}, store schema {}\n{}, {} {}\n", version_text(),
               SWM_ABI_MAJOR, SWM_ABI_MINOR, store_schema, e.compiler, e.build_type, e.flags);
  });
}

}  // namespace sweepmark::host
