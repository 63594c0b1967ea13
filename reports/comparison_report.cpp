// Comparisons and histories in each form of text.
#include <fmt/format.h>

#include <cmath>

#include "analysis/analysis_json.hpp"
#include "base/text.hpp"
#include "reports/comparison_document.hpp"
#include "reports/render_document.hpp"
#include "reports/report.hpp"

namespace sweepmark::host {
namespace {

std::string number_field(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? shortest(*value) : std::string();
}

}  // namespace

std::string render_table(const Comparison& comparison, const TableStyle& style) {
  return document_text(comparison_document(comparison), style);
}

std::string render_markdown(const Comparison& comparison) {
  return document_markdown(comparison_document(comparison));
}

std::string render_json(const Comparison& comparison) {
  return to_line(to_json(comparison)) + "\n";
}

std::string render_csv(const Comparison& c) {
  std::string out =
      "id,baseline_id,ratio,interval_low,interval_high,verdict,baseline_ns,contender_ns,p,"
      "baseline_samples,contender_samples,note\r\n";
  for (const auto& r : c.rows)
    out +=
        fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\r\n", csv_field(r.id),
                    csv_field(r.baseline_id), number_field(r.ratio),
                    number_field(r.interval ? std::optional(r.interval->low) : std::nullopt),
                    number_field(r.interval ? std::optional(r.interval->high) : std::nullopt),
                    to_string(r.verdict), number_field(r.baseline_ns), number_field(r.contender_ns),
                    number_field(r.p), r.baseline_samples, r.contender_samples, csv_field(r.note));
  for (const auto& r : c.incomparable)
    out += fmt::format("{},,,,,incomparable,,,,,,{}\r\n", csv_field(r.id), csv_field(r.reason));
  return out;
}

std::string render_table(const std::vector<CaseHistory>& histories, const TableStyle& style) {
  return document_text(history_document(histories), style);
}

std::string render_markdown(const std::vector<CaseHistory>& histories) {
  return document_markdown(history_document(histories));
}

std::string render_json(const std::vector<CaseHistory>& histories) {
  return to_line(to_json(histories)) + "\n";
}

std::string render_csv(const std::vector<CaseHistory>& histories) {
  std::string out =
      "id,machine,started,version,median_ns,to_first,to_last,change,level_ns,path\r\n";
  for (const auto& h : histories)
    for (const auto& p : h.points)
      out += fmt::format("{},{},{},{},{},{},{},{},{},{}\r\n", csv_field(h.id), csv_field(h.machine),
                         csv_field(p.started), csv_field(p.version), shortest(p.median_ns),
                         shortest(p.to_first), shortest(p.to_last), p.change ? "true" : "false",
                         shortest(p.level_ns), csv_field(p.path));
  return out;
}

}  // namespace sweepmark::host
