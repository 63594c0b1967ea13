// What every subcommand shares: how it joins the command line and hands back its exit code.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "plugin/search.hpp"

namespace sweepmark::host {

/// One invocation of the program.
struct Invocation {
  std::vector<std::string> arguments;  // without the program's name
  ExitCode exit_code = ExitCode::ok;
};

/// Each adds its subcommand; the work happens in the subcommand's callback.
void add_run(CLI::App& app, Invocation& invocation);
void add_list(CLI::App& app, Invocation& invocation);
void add_plugins(CLI::App& app, Invocation& invocation);
void add_machine(CLI::App& app, Invocation& invocation);
void add_report(CLI::App& app, Invocation& invocation);
void add_compare(CLI::App& app, Invocation& invocation);
void add_history(CLI::App& app, Invocation& invocation);
void add_data(CLI::App& app, Invocation& invocation);
void add_new_plugin(CLI::App& app, Invocation& invocation);
void add_version(CLI::App& app, Invocation& invocation);
void add_worker(CLI::App& app, Invocation& invocation);

/// --plugin and --plugin-dir, as every command that loads plugins takes them.
void add_plugin_options(CLI::App& command, PluginSources& sources);

/// "0.1.0"
std::string version_text();

}  // namespace sweepmark::host
