#include <fmt/format.h>
#include <unistd.h>

#include <memory>

#include "app/command.hpp"
#include "app/exports.hpp"
#include "reports/report.hpp"
#include "store/store.hpp"

namespace sweepmark::host {
namespace {

struct ReportRequest {
  std::vector<std::string> files;
  std::string color = "auto", baseline;
  bool reproduce = false;
  Exports exports;
};

void report(ReportRequest& request) {
  std::vector<RunFile> runs;
  for (const auto& file : request.files) runs.push_back(read_run(file));
  for (const auto& run : runs)
    for (const auto& note : run.notes) fmt::print(stderr, "note: {}: {}\n", run.path, note);
  if (!request.baseline.empty() && runs.size() > 1)
    throw Error("--baseline compares inside one run; for two files there is `sweepmark compare`");
  request.exports.open();
  std::optional<Comparison> against;
  if (!request.baseline.empty()) against = compare_inside(runs.front(), request.baseline, {});
  const Comparison* const shown = against ? &*against : nullptr;
  request.exports.write(runs, shown);
  if (request.exports.any()) return;
  for (const auto& run : runs)
    fmt::print("{}\n", render_table(run,
                                    {use_color(request.color, STDOUT_FILENO),
                                     terminal_width(STDOUT_FILENO), request.reproduce},
                                    shown));
}

}  // namespace

void add_report(CLI::App& app, Invocation&) {
  auto* command = app.add_subcommand("report", "show a run, or write it in another format");
  auto request = std::make_shared<ReportRequest>();
  command->add_option("file", request->files, "store files or Google Benchmark JSON files")
      ->required();
  command->add_option("--color", request->color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  command->add_option("--baseline", request->baseline, "compare every row with this kernel's");
  command->add_flag("--reproduce", request->reproduce, "print each row's own command");
  request->exports.add_options(*command);
  command->callback([request] { report(*request); });
}

}  // namespace sweepmark::host
