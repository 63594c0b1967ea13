#include "reports/report.hpp"

#include "reports/render_document.hpp"
#include "reports/run_document.hpp"

namespace sweepmark::host {

std::string render_table(const RunFile& run, const TableStyle& style, const Comparison* against) {
  return document_text(run_document(run, analyze(run), against), style);
}

std::string render_markdown(const RunFile& run, const Comparison* against) {
  return document_markdown(run_document(run, analyze(run), against));
}

}  // namespace sweepmark::host
