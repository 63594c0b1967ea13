// The formats a run can be written in beside the table: --json --csv --markdown --html --gbench.
#pragma once
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/output_file.hpp"
#include "record/run_file.hpp"

namespace sweepmark::host {

class Exports {
 public:
  void add_options(CLI::App& command);
  /// Opens every path asked for; before anything is measured.
  void open();
  /// True when standard output belongs to an export: no table there then.
  bool claims_standard_output() const;
  bool any() const { return !opened_.empty(); }
  void write(const std::vector<RunFile>& runs);

 private:
  std::string json_, csv_, markdown_, html_, gbench_;
  std::string gbench_shape_ = "repetitions";
  std::vector<std::pair<std::string, std::unique_ptr<OutputFile>>> opened_;  // format -> file
};

/// Whether text to this stream may be coloured: --color, NO_COLOR, and whether it is a terminal.
bool use_color(const std::string& choice, int descriptor);

/// Columns of the terminal behind the descriptor, 0 when it is none.
int terminal_width(int descriptor);

}  // namespace sweepmark::host
