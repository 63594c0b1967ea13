#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "app/command.hpp"
#include "app/text_exports.hpp"
#include "reports/report.hpp"
#include "store/store.hpp"

namespace sweepmark::host {
namespace {
namespace fs = std::filesystem;

struct HistoryRequest {
  std::string folder, kernel, color = "auto";
  TextExports exports;
};

// A file that is no run is said and passed over: one broken file must not hide the others.
std::vector<RunFile> runs_in(const std::string& folder) {
  std::error_code error;
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".jsonl" || entry.path().extension() == ".json")
      paths.push_back(entry.path());
  if (error) throw Error(fmt::format("cannot read {}: {}", folder, error.message()));
  std::sort(paths.begin(), paths.end());
  std::vector<RunFile> runs;
  for (const auto& path : paths) try {
      runs.push_back(read_run(path.string()));
    } catch (const Error& problem) {
      fmt::print(stderr, "left out: {}\n", problem.what());
    }
  return runs;
}

ExitCode show_history(HistoryRequest& request) {
  const auto runs = runs_in(request.folder);
  if (runs.empty())
    throw Error(fmt::format("{}: found no run (*.jsonl)", request.folder), ExitCode::nothing);
  const auto histories = find_histories(runs, request.kernel);
  request.exports.open();
  if (request.exports.any())
    request.exports.write([&](const std::string& format) {
      if (format == "json") return render_json(histories) + "\n";
      if (format == "csv") return render_csv(histories);
      if (format == "html") return render_html(histories);
      return render_markdown(histories);
    });
  else
    fmt::print("{}\n", render_table(histories, {use_color(request.color, STDOUT_FILENO),
                                                terminal_width(STDOUT_FILENO)}));
  return histories.empty() ? ExitCode::nothing : ExitCode::ok;
}

}  // namespace

void add_history(CLI::App& app, Invocation& invocation) {
  auto* command = app.add_subcommand("history", "every case over the runs of a folder");
  auto request = std::make_shared<HistoryRequest>();
  command->add_option("folder", request->folder, "a folder of store files")->required();
  command->add_option("--kernel,-k", request->kernel, "kernels that match this glob");
  command->add_option("--color", request->color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  request->exports.add_options(*command, {"json", "csv", "markdown", "html"});
  command->callback([request, &invocation] { invocation.exit_code = show_history(*request); });
}

}  // namespace sweepmark::host
