#include <fmt/format.h>
#include <unistd.h>

#include <memory>

#include "app/command.hpp"
#include "app/text_exports.hpp"
#include "reports/report.hpp"
#include "store/store.hpp"

namespace sweepmark::host {
namespace {

struct CompareRequest {
  std::string baseline, contender, color = "auto";
  std::vector<std::string> fail_on;
  CompareOptions options;
  TextExports exports;
};

ExitCode exit_code_of(const Comparison& comparison, const std::vector<std::string>& fail_on) {
  const auto asked = [&](const char* what) {
    return std::find(fail_on.begin(), fail_on.end(), what) != fail_on.end();
  };
  if (asked("regression") && has_verdict(comparison, Verdict::slower)) return ExitCode::regression;
  if (asked("inconclusive") && has_verdict(comparison, Verdict::inconclusive))
    return ExitCode::inconclusive;
  return comparison.rows.empty() ? ExitCode::nothing : ExitCode::ok;
}

ExitCode compare(CompareRequest& request) {
  const RunFile baseline = read_run(request.baseline), contender = read_run(request.contender);
  request.exports.open();
  const auto comparison = compare_runs(baseline, contender, request.options);
  if (request.exports.any())
    request.exports.write([&](const std::string& format) {
      if (format == "json") return render_json(comparison) + "\n";
      if (format == "csv") return render_csv(comparison);
      return render_markdown(comparison);
    });
  else
    fmt::print("{}\n", render_table(comparison, {use_color(request.color, STDOUT_FILENO),
                                                 terminal_width(STDOUT_FILENO)}));
  return exit_code_of(comparison, request.fail_on);
}

}  // namespace

void add_compare(CLI::App& app, Invocation& invocation) {
  auto* command = app.add_subcommand("compare", "is B faster than A? two runs, with intervals");
  auto request = std::make_shared<CompareRequest>();
  command->add_option("baseline", request->baseline, "A: a store or Google Benchmark JSON file")
      ->required();
  command->add_option("contender", request->contender, "B")->required();
  command->add_option("--margin", request->options.margin, "differences within it do not matter")
      ->check(CLI::Range(0.0, 10.0));
  command->add_option("--confidence", request->options.confidence, "of each row's interval")
      ->check(CLI::Range(0.5, 0.9999));
  command->add_option("--filter", request->options.filter, "keep ids that match this glob");
  command
      ->add_option("--fail-on", request->fail_on,
                   "regression (exit code 4) or inconclusive (5); repeatable")
      ->check(CLI::IsMember({"regression", "inconclusive"}))
      ->allow_extra_args(false);
  command->add_option("--color", request->color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  request->exports.add_options(*command, {"json", "csv", "markdown"});
  command->callback([request, &invocation] { invocation.exit_code = compare(*request); });
}

}  // namespace sweepmark::host
