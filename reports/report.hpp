// Records and analysis in, text out. Nothing here measures.
#pragma once
#include <string>
#include <vector>

#include "analysis/analysis.hpp"
#include "record/run_file.hpp"

namespace sweepmark::host {

struct TableStyle {
  bool color = false;      // the app's decision: terminal, NO_COLOR, --color
  int width = 0;           // terminal columns; 0 = as wide as needed
  bool reproduce = false;  // print the command that reproduces each row under its table
};

// `against` (from compare_inside) adds the ratio to the baseline and its verdict to every row.

/// The aligned tables people read first: one per group of questions, with units, spread, the best
/// per group, notes, the reason of every row that was not measured, and the analysis in words.
std::string render_table(const RunFile& run, const TableStyle& style,
                         const Comparison* against = nullptr);
/// RFC 4180, one row a record, fixed columns, dots whatever the locale.
std::string render_csv(const RunFile& run, const Comparison* against = nullptr);
std::string render_markdown(const RunFile& run, const Comparison* against = nullptr);
/// {run, measurements, training, noise, end, notes, analysis}: one strict JSON object; `against`
/// becomes `analysis.baseline`.
std::string render_json(const RunFile& run, const Comparison* against = nullptr);
enum class GbenchShape { repetitions, median };
/// Google Benchmark's own result format (see research on its consumers in the README).
std::string render_gbench(const RunFile& run, GbenchShape shape);
/// One self-contained page over one or more runs: charts, sortable tables, commands to copy.
std::string render_html(const std::vector<RunFile>& runs, const Comparison* against = nullptr);

enum class DispatchFormat { cpp_header, json };
/// The fastest kernel and settings at each measured problem.
std::string render_dispatch_table(const RunFile& run, DispatchFormat format);

std::string render_table(const Comparison& comparison, const TableStyle& style);
std::string render_csv(const Comparison& comparison);
std::string render_markdown(const Comparison& comparison);
std::string render_json(const Comparison& comparison);

std::string render_table(const std::vector<CaseHistory>& histories, const TableStyle& style);
std::string render_csv(const std::vector<CaseHistory>& histories);
std::string render_markdown(const std::vector<CaseHistory>& histories);
std::string render_json(const std::vector<CaseHistory>& histories);
/// One page with the trend of every case.
std::string render_html(const std::vector<CaseHistory>& histories);

}  // namespace sweepmark::host
