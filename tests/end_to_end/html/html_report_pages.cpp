// Writes the pages that html_report_test.py opens: every chart and table, made-up numbers.
#include <fmt/format.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "report_samples.hpp"
#include "reports/report.hpp"

namespace sweepmark::host {
namespace {

RunFile everything_run() {
  RunFile run = block_width_run(400, 60, 0.03);
  for (const auto& m : size_run().measurements) run.measurements.push_back(m);
  run.training = training_run().training;
  run.noise = {noise_row(1), noise_row(4), noise_row(16), noise_row(64)};
  Measurement hostile = gemm_row("<script>document.title='taken'</script>", 256, {}, 1000);
  hostile.outcome = Outcome::wrong;
  hostile.reason = "C[3,4] is off by 12 limits & more";
  hostile.samples_ns.clear();
  hostile.median_ns.reset();
  run.measurements.push_back(hostile);
  Measurement two_modes = gemm_row("gemm.test.two_modes", 256, {}, 900000);
  for (std::size_t i = 0; i < two_modes.samples_ns.size(); i += 4) two_modes.samples_ns[i] *= 1.5;
  summarize(two_modes);
  run.measurements.push_back(two_modes);
  return run;
}

RunFile slower_machine(RunFile run) {
  run.header.environment.host = "laptop";
  run.path = "laptop.jsonl";
  for (auto& m : run.measurements) {
    for (double& s : m.samples_ns) s *= 1.4;
    summarize(m);
  }
  return run;
}

std::vector<CaseHistory> histories() {
  std::vector<RunFile> runs;
  for (int i = 0; i < 10; ++i) {
    runs.push_back(block_width_run(400, i < 6 ? 60 : 50, 0.02));
    runs.back().header.started = fmt::format("2026-08-1{}T10:00:00Z", i);
    runs.back().path = fmt::format("run{}.jsonl", i);
  }
  return find_histories(runs, "gemm.blas.column_block");
}

RunFile large_run() {
  RunFile run;
  run.header = header_of("large");
  for (int i = 0; i < 2500; ++i)
    run.measurements.push_back(
        gemm_row(fmt::format("gemm.large.k{}", i % 50), 16 + i / 50, {}, 1000 + i, 6));
  return run;
}

}  // namespace
}  // namespace sweepmark::host

int main(int count, char** arguments) {
  using namespace sweepmark::host;
  if (count != 2) {
    fmt::print(stderr, "usage: html_report_pages FOLDER\n");
    return 1;
  }
  const std::string folder = arguments[1];
  const RunFile run = everything_run();
  std::ofstream(folder + "/one.html") << render_html({run});
  std::ofstream(folder + "/two.html") << render_html({run, slower_machine(run)});
  std::ofstream(folder + "/history.html") << render_html(histories());
  std::ofstream(folder + "/large.html") << render_html({large_run()});
}
