// The formats a run can be written in beside the table: --json --csv --markdown --html --gbench.
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "analysis/comparison.hpp"
#include "app/text_exports.hpp"
#include "record/run_file.hpp"

namespace sweepmark::host {

class Exports {
 public:
  void add_options(CLI::App& command);
  /// Opens every path asked for; before anything is measured.
  void open();
  bool claims_standard_output() const { return text_.claims_standard_output(); }
  bool any() const { return text_.any(); }
  /// `against` is the comparison with a baseline inside the run, or null. Several runs fit --html
  /// only; throws Error for another format.
  void write(const std::vector<RunFile>& runs, const Comparison* against);

 private:
  TextExports text_;
  std::string gbench_, gbench_shape_ = "repetitions", dispatch_;
};

}  // namespace sweepmark::host
