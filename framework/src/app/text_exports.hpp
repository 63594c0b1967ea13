// The formats a command can write beside its table: --json, --csv, --markdown, --html, to standard
// output or to the file behind '='.
#pragma once
#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/output_file.hpp"

namespace sweepmark::host {

class TextExports {
 public:
  /// `formats` are among json, csv, markdown, html.
  void add_options(CLI::App& command, const std::vector<std::string>& formats);
  /// An output asked for by another option, e.g. --gbench FILE.
  void want(const std::string& format, const std::string& path) { wanted_[format] = path; }
  /// Opens every path asked for; before anything is measured or printed.
  void open();
  /// True when standard output belongs to an export: no table there then.
  bool claims_standard_output() const;
  bool any() const { return !opened_.empty(); }
  void write(const std::function<std::string(const std::string& format)>& render);

 private:
  std::map<std::string, std::string> wanted_;  // format -> path
  std::map<std::string, std::unique_ptr<OutputFile>> opened_;
};

/// Whether text to this stream may be coloured: --color, NO_COLOR, and whether it is a terminal.
bool use_color(const std::string& choice, int descriptor);

/// Columns of the terminal behind the descriptor, 0 when it is none.
int terminal_width(int descriptor);

}  // namespace sweepmark::host
