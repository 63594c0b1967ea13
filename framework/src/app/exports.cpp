#include "app/exports.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "reports/report.hpp"

namespace sweepmark::host {

void Exports::add_options(CLI::App& command) {
  text_.add_options(command, {"json", "csv", "markdown", "html"});
  command.add_option("--gbench", gbench_, "Google Benchmark JSON into this file")
      ->type_name("FILE");
  command.add_option("--gbench-shape", gbench_shape_, "repetitions (compare.py) or median")
      ->check(CLI::IsMember({"repetitions", "median"}));
  command
      .add_option("--dispatch-table", dispatch_,
                  "the fastest kernel and settings at each problem, as .hpp or .json")
      ->type_name("FILE");
}

void Exports::open() {
  if (!dispatch_.empty() && !dispatch_.ends_with(".hpp") && !dispatch_.ends_with(".json"))
    throw Error(fmt::format("--dispatch-table: found '{}', expected a name ending in .hpp or .json",
                            dispatch_));
  text_.want("gbench", gbench_);
  text_.want("dispatch", dispatch_);
  text_.open();
}

void Exports::write(const std::vector<RunFile>& runs, const Comparison* against) {
  text_.write([&](const std::string& format) -> std::string {
    if (format == "html") return render_html(runs, against);
    if (runs.size() > 1)
      throw Error(fmt::format("--{} takes one file, found {}; only --html shows several", format,
                              runs.size()));
    const RunFile& run = runs.front();
    if (format == "json") return render_json(run, against) + "\n";
    if (format == "csv") return render_csv(run, against);
    if (format == "markdown") return render_markdown(run, against);
    if (format == "dispatch")
      return render_dispatch_table(
          run, dispatch_.ends_with(".hpp") ? DispatchFormat::cpp_header : DispatchFormat::json);
    return render_gbench(
        run, gbench_shape_ == "median" ? GbenchShape::median : GbenchShape::repetitions);
  });
}

}  // namespace sweepmark::host
