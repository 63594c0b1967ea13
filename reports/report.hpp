// Records and analysis in, text out. Nothing here measures.
#pragma once
#include <string>
#include <vector>

#include "record/run_file.hpp"

namespace sweepmark::host {

struct TableStyle {
  bool color = false;      // the app's decision: terminal, NO_COLOR, --color
  int width = 0;           // terminal columns; 0 = as wide as needed
  bool reproduce = false;  // print the command that reproduces each row under its table
};

/// The aligned tables people read first: one per group of questions, with units, spread, the best
/// per group, notes, the reason of every row that was not measured, and the analysis in words.
std::string render_table(const RunFile& run, const TableStyle& style);
/// RFC 4180, one row a measurement, fixed columns, dots whatever the locale.
std::string render_csv(const RunFile& run);
std::string render_markdown(const RunFile& run);
/// {run, measurements, training, noise, end, analysis}: one strict JSON object.
std::string render_json(const RunFile& run);
enum class GbenchShape { repetitions, median };
/// Google Benchmark's own result format (see research on its consumers in the README).
std::string render_gbench(const RunFile& run, GbenchShape shape);
/// One self-contained page over one or more runs.
std::string render_html(const std::vector<RunFile>& runs);

}  // namespace sweepmark::host
