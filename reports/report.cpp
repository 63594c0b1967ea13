#include "reports/report.hpp"

#include "reports/render_document.hpp"
#include "reports/run_document.hpp"

namespace sweepmark::host {

std::string render_table(const RunFile& run, const TableStyle& style) {
  return document_text(run_document(run), style);
}

std::string render_markdown(const RunFile& run) { return document_markdown(run_document(run)); }

}  // namespace sweepmark::host
