#include <fmt/format.h>

#include <memory>

#include "app/command.hpp"
#include "app/conformance.hpp"
#include "base/text.hpp"
#include "worker/pool.hpp"

namespace sweepmark::host {
namespace {

constexpr double probe_timeout_seconds = 30;

void print_params(const std::vector<ParamInfo>& params) {
  for (const auto& p : params) {
    const std::string range = p.kind == ParamKind::choice
                                  ? join(p.choices, "|")
                                  : fmt::format("{}..{}", to_text(p.low), to_text(p.high));
    fmt::print("      {} = {} ({}{}{})  {}\n", p.name, to_text(p.preset), range,
               p.unit.empty() ? "" : " ", p.unit, p.help);
  }
}

void print_plugin(const PluginInfo& p) {
  if (!p.accepted) {
    fmt::print("REFUSED  {}\n    {}\n", p.path, p.reason);
    return;
  }
  fmt::print("ok       {}\n    {}{} {}, {}{}\n", p.path, p.id,
             p.alias.empty() ? "" : " as " + p.alias, p.version, p.compiler,
             p.flags.empty() ? "" : ", " + p.flags);
  if (!p.library.empty()) fmt::print("    {}\n", p.library);
  for (const auto& warning : p.warnings) fmt::print("    warning: {}\n", warning);
  for (const auto& k : p.kernels) {
    fmt::print("    {}  {}{}\n", shown_id(p, k.id), k.summary, k.prepacked ? " (prepacked)" : "");
    print_params(k.params);
  }
  for (const auto& o : p.optimizers) {
    fmt::print("    {}  {}\n", shown_id(p, o.id), o.summary);
    print_params(o.params);
  }
}

// Plugins that this build left out, as configure found it.
void print_not_built() {
  for (const auto& line : split(SWEEPMARK_PLUGINS_ABSENT, '|'))
    if (!line.empty()) fmt::print("not built: {}\n", line);
}

}  // namespace

void add_plugin_options(CLI::App& command, PluginSources& sources) {
  command.add_option("--plugin", sources.files, "load only this plugin ([ALIAS=]FILE); repeatable")
      ->type_name("FILE")
      ->allow_extra_args(false);
  command.add_option("--plugin-dir", sources.directories, "load the *.swm.so of this folder")
      ->type_name("DIR")
      ->allow_extra_args(false);
}

void add_plugins(CLI::App& app, Invocation& invocation) {
  auto* command = app.add_subcommand("plugins", "every plugin file found, with its verdict");
  auto sources = std::make_shared<PluginSources>();
  auto check = std::make_shared<bool>(false);
  add_plugin_options(*command, *sources);
  command->add_option("file", sources->files, "plugin files, instead of those found");
  command->add_flag("--check", *check, "run the conformance checks, one per rule of abi.h");
  command->callback([=, &invocation] {
    const Catalog catalog = probe_plugins(find_plugins(*sources), false, probe_timeout_seconds);
    for (const auto& p : catalog.plugins) {
      print_plugin(p);
      if (!p.accepted) invocation.exit_code = ExitCode::failed;
      if (*check && p.accepted && !check_conformance(p)) invocation.exit_code = ExitCode::wrong;
    }
    if (sources->files.empty()) print_not_built();
    if (catalog.plugins.empty()) throw Error("no plugin found", ExitCode::nothing);
  });
}

}  // namespace sweepmark::host
