#include "app/exports.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

#include "base/error.hpp"
#include "reports/report.hpp"

namespace sweepmark::host {
namespace {

std::string render(const std::string& format, const std::string& shape,
                   const std::vector<RunFile>& runs) {
  if (format == "html") return render_html(runs);
  std::string text;
  for (const auto& run : runs) {
    if (format == "json") text += render_json(run) + "\n";
    if (format == "csv") text += render_csv(run);
    if (format == "markdown") text += render_markdown(run);
    if (format == "gbench")
      text +=
          render_gbench(run, shape == "median" ? GbenchShape::median : GbenchShape::repetitions);
  }
  return text;
}

}  // namespace

void Exports::add_options(CLI::App& command) {
  command.add_flag("--json{-}", json_, "one strict JSON object to stdout, or --json=FILE");
  command.add_flag("--csv{-}", csv_, "RFC 4180, one row a measurement, to stdout or --csv=FILE");
  command.add_flag("--markdown{-}", markdown_, "tables to stdout or --markdown=FILE");
  command.add_flag("--html{-}", html_, "one self-contained page to stdout or --html=FILE");
  command.add_option("--gbench", gbench_, "Google Benchmark JSON into this file")
      ->type_name("FILE");
  command.add_option("--gbench-shape", gbench_shape_, "repetitions (compare.py) or median")
      ->check(CLI::IsMember({"repetitions", "median"}));
}

void Exports::open() {
  const std::pair<const char*, std::string&> wanted[] = {{"json", json_},
                                                         {"csv", csv_},
                                                         {"markdown", markdown_},
                                                         {"html", html_},
                                                         {"gbench", gbench_}};
  for (const auto& [format, path] : wanted)
    if (!path.empty()) opened_.emplace_back(format, std::make_unique<OutputFile>(path));
}

bool Exports::claims_standard_output() const {
  for (const auto& [format, file] : opened_)
    if (file->is_standard_output()) return true;
  return false;
}

void Exports::write(const std::vector<RunFile>& runs) {
  if (runs.size() > 1)
    for (const auto& [format, file] : opened_)
      if (format != "html")
        throw Error(fmt::format("--{} takes one file, found {}; only --html shows several", format,
                                runs.size()));
  for (const auto& [format, file] : opened_) file->write(render(format, gbench_shape_, runs));
}

bool use_color(const std::string& choice, int descriptor) {
  if (choice == "always") return true;
  if (choice == "never") return false;
  const char* no_color = std::getenv("NO_COLOR");  // NOLINT(concurrency-mt-unsafe)
  return (!no_color || !*no_color) && ::isatty(descriptor) == 1;
}

int terminal_width(int descriptor) {
  winsize size{};
  if (::isatty(descriptor) != 1 || ::ioctl(descriptor, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

}  // namespace sweepmark::host
