// The whole run as one strict JSON object.
#include "analysis/analysis_json.hpp"
#include "reports/report.hpp"

namespace sweepmark::host {
namespace {

/// A row another tool measured has no problem of ours: unknown is null.
Json row_json(const Measurement& m) {
  Json json = to_json(m);
  if (m.operation == imported_operation) json["problem"] = json["cache"] = json["math"] = nullptr;
  return json;
}

/// Record by record, so that a large run never stands in memory twice.
template <class List, class Convert>
void append_list(std::string& out, const char* name, const List& list, Convert convert) {
  out += ",\n\"";
  out += name;
  out += "\":[";
  bool first = true;
  for (const auto& record : list) {
    out += first ? "\n" : ",\n";
    out += to_line(convert(record));
    first = false;
  }
  out += "]";
}

}  // namespace

std::string render_json(const RunFile& run, const Comparison* against) {
  std::string out = "{\"run\":" + to_line(to_json(run.header));
  append_list(out, "measurements", run.measurements, row_json);
  append_list(out, "training", run.training, [](const auto& t) { return to_json(t); });
  append_list(out, "noise", run.noise, [](const auto& n) { return to_json(n); });
  out += ",\n\"end\":" + (run.end ? to_line(to_json(*run.end)) : std::string("null"));
  out += ",\n\"notes\":" + to_line(Json(run.notes));
  Json analysis = to_json(analyze(run), run);
  if (against) analysis["baseline"] = to_json(*against);
  out += ",\n\"analysis\":" + to_line(analysis);
  return out + "}\n";
}

}  // namespace sweepmark::host
