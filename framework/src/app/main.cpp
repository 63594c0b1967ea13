// sweepmark: the command line.
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>

#include "app/arguments.hpp"
#include "app/command.hpp"
#include "base/text.hpp"

namespace sweepmark::host {
namespace {

void add_commands(CLI::App& app, Invocation& invocation) {
  add_run(app, invocation);
  add_list(app, invocation);
  add_plugins(app, invocation);
  add_machine(app, invocation);
  add_report(app, invocation);
  add_compare(app, invocation);
  add_history(app, invocation);
  add_data(app, invocation);
  add_new_plugin(app, invocation);
  add_version(app, invocation);
  add_worker(app, invocation);
  app.require_subcommand(1);
}

// CLI11 only says that a subcommand is required; a typing error deserves the nearest name.
void require_known_command(const CLI::App& app, const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments[0].starts_with('-')) return;
  std::vector<std::string> names;
  for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == arguments[0]) return;
    if (!command->get_group().empty()) names.push_back(command->get_name());
  }
  throw Error(fmt::format("unknown command '{}'{} (commands: {})", arguments[0],
                          did_you_mean(arguments[0], names), join(names, ", ")));
}

int run_program(std::vector<std::string> arguments) {
  CLI::App app("Sweepmark measures how much blocking and batching buy on this machine, and why.",
               "sweepmark");
  Invocation invocation{arguments};
  add_commands(app, invocation);
  try {
    require_known_command(app, arguments);
    arguments = with_joined_outputs(arguments);
    std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them last first
    app.parse(arguments);
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", app.help());
    return 0;
  } catch (const CLI::ParseError& problem) {
    throw Error(fmt::format("{} (see sweepmark {}--help)", problem.what(),
                            invocation.arguments.empty() ? "" : invocation.arguments[0] + " "));
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    throw system_error("cannot write standard output", errno);
  return static_cast<int>(invocation.exit_code);
}

}  // namespace
}  // namespace sweepmark::host

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return sweepmark::host::run_program({argv + 1, argv + argc});
  } catch (const sweepmark::host::Error& error) {
    fmt::print(stderr, "sweepmark: {}\n", error.what());
    return static_cast<int>(error.code());
  } catch (const std::exception& error) {
    fmt::print(stderr, "sweepmark: {}\n", error.what());
    return static_cast<int>(sweepmark::host::ExitCode::usage);
  }
}
