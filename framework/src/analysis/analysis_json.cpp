#include "analysis/analysis_json.hpp"

#include "record/json_fields.hpp"

namespace sweepmark::host {
namespace {

Json configuration_json(const Configuration& c) {
  return {{"kernel", c.kernel}, {"tuning", to_json(c.tuning)}};
}

Json dimensions_json(const Problem& p) { return {{"m", p.m}, {"n", p.n}, {"k", p.k}}; }

Json ids(const RunFile& run, const std::vector<std::size_t>& indexes) {
  Json list = Json::array();
  for (const std::size_t i : indexes) list.push_back(run.measurements[i].id);
  return list;
}

Json group_json(const GroupSummary& g, const RunFile& run) {
  Json rows = Json::array();
  for (const auto& row : g.rows) {
    const Measurement& m = run.measurements[row.index];
    Json json{{"id", m.id},
              {"ranked", row.ranked},
              {"best", row.best},
              {"tied", row.tied},
              {"relative_time", number_or_null(row.relative)},
              {"half_width", number_or_null(row.half_width)},
              {"contract", row.contract},
              {"flags", row.flags}};
    if (const auto r = roofline(m, run.header))
      json["roofline"] = {{"intensity", r->intensity},
                          {"level", r->level},
                          {"ceiling_gflops", r->ceiling_gflops},
                          {"fraction", r->fraction},
                          {"side", r->compute_side ? "compute" : "bandwidth"}};
    rows.push_back(std::move(json));
  }
  return {{"group", g.group},
          {"best", g.best ? Json(run.measurements[g.rows[*g.best].index].id) : Json(nullptr)},
          {"rows", rows}};
}

Json fit_json(const CallCostFit& f) {
  return {{"model", "t(w) = calls * overhead + flops / rate"},
          {"overhead_ns", f.overhead_ns},
          {"overhead_interval_ns", interval_or_null(f.overhead_interval)},
          {"rate_gflops", f.rate_gflops > 0 ? Json(f.rate_gflops) : Json(nullptr)},
          {"rate_interval_gflops", interval_or_null(f.rate_interval)},
          {"worst_residual", f.worst_residual},
          {"holds", f.holds},
          {"empty_call_ns", number_or_null(f.empty_call_ns)},
          {"rereading_ns", number_or_null(f.rereading_ns)},
          {"remainder_ns", number_or_null(f.remainder_ns)}};
}

Json saturation_json(const Saturation& s, const RunFile& run) {
  Json points = Json::array();
  for (const auto& p : s.points)
    points.push_back({{"block_width", p.width},
                      {"id", run.measurements[p.index].id},
                      {"calls", p.calls},
                      {"tied", p.tied},
                      {"working_set_bytes", p.working_set_bytes},
                      {"fits_in", p.fits_in.empty() ? Json(nullptr) : Json(p.fits_in)}});
  return {{"kernel", s.kernel.kernel},
          {"tuning", to_json(s.kernel.tuning)},
          {"group", s.group},
          {"saturates_at", s.points[s.first_tied].width},
          {"best", s.points[s.best].width},
          {"points", points},
          {"fit", s.fit ? fit_json(*s.fit) : Json(nullptr)}};
}

Json dispatch_json(const DispatchFamily& f, const RunFile& run) {
  Json entries = Json::array(), defaults = Json::array();
  for (const auto& e : f.entries) {
    Json json = dimensions_json(e.problem);
    json.update(configuration_json(configuration_of(run.measurements[e.best])));
    json["gflops"] = number_or_null(run.measurements[e.best].gflops);
    json["tied"] = ids(run, e.tied);
    entries.push_back(std::move(json));
  }
  for (const auto& d : f.defaults) {
    Json json = configuration_json(d.configuration);
    json["mean_loss"] = d.mean;
    json["worst_loss"] = d.worst;
    json["worst_at"] = dimensions_json(d.worst_at);
    defaults.push_back(std::move(json));
  }
  return {{"family", f.family}, {"entries", entries}, {"one_default", defaults}};
}

Json sweep_json(const SizeSweep& s) {
  Json crossovers = Json::array(), cliffs = Json::array();
  for (const auto& c : s.crossovers)
    crossovers.push_back({{"from", c.slower_before},
                          {"to", c.faster_after},
                          {"at", c.at},
                          {"interval", {c.last_before, c.first_after}}});
  for (const auto& c : s.cliffs) {
    Json json = configuration_json(c.configuration);
    json["size"] = c.size;
    json["drop"] = c.drop;
    cliffs.push_back(std::move(json));
  }
  return {{"family", s.family}, {"axis", s.axis},           {"fixed", s.fixed},
          {"sizes", s.sizes},   {"crossovers", crossovers}, {"cliffs", cliffs}};
}

Json training_json(const TrainingSummary& t) {
  Json targets = Json::array(), diverged = Json::array();
  for (const auto& g : t.targets)
    targets.push_back({{"target", g.target},
                       {"missed", g.missed},
                       {"seeds", g.seeds},
                       {"median_steps", number_or_null(g.median_steps)},
                       {"seconds_per_step", number_or_null(t.seconds_per_step)},
                       {"seconds", number_or_null(g.seconds)}});
  for (const auto& [seed, step] : t.diverged) diverged.push_back({{"seed", seed}, {"step", step}});
  return {{"group", t.group},
          {"seeds", t.rows.size()},
          {"measured", t.measured},
          {"diverged", diverged},
          {"median_loss", number_or_null(t.median_loss)},
          {"worst_loss", number_or_null(t.worst_loss)},
          {"median_accuracy", number_or_null(t.median_accuracy)},
          {"seconds_per_epoch", number_or_null(t.seconds_per_epoch)},
          {"seconds_per_step", number_or_null(t.seconds_per_step)},
          {"half_width", number_or_null(t.half_width)},
          {"examples_per_second", number_or_null(t.examples_per_second)},
          {"time_to_target", targets}};
}

Json step_cost_json(const StepCostFit& f) {
  return {{"label", f.label},
          {"model", "t_step(b) = per_step + b * per_example"},
          {"batch_sizes", f.batch_sizes},
          {"seconds_per_step", f.seconds_per_step},
          {"per_step_seconds", f.per_step},
          {"per_step_interval", interval_or_null(f.per_step_interval)},
          {"per_example_seconds", f.per_example},
          {"per_example_interval", interval_or_null(f.per_example_interval)},
          {"break_even_batch", number_or_null(f.break_even)},
          {"worst_residual", f.worst_residual},
          {"holds", f.holds}};
}

Json critical_json(const CriticalBatchFit& f) {
  return {{"label", f.label},
          {"model", "steps(b) = s_min * (1 + b_crit / b)"},
          {"target", f.target},
          {"batch_sizes", f.batch_sizes},
          {"steps", f.steps},
          {"s_min", f.s_min},
          {"b_crit", f.holds ? Json(f.b_crit) : Json(nullptr)},
          {"b_crit_interval", interval_or_null(f.b_crit_interval)},
          {"worst_residual", f.worst_residual},
          {"holds", f.holds}};
}

Json scale_json(const NoiseScale& s) {
  return {{"label", s.label},
          {"batch_size", s.batch_size},
          {"trace", s.trace},
          {"squared_norm", s.squared_norm},
          {"noise_scale", number_or_null(s.scale)}};
}

template <class List, class Convert>
Json list_json(const List& list, Convert convert) {
  Json json = Json::array();
  for (const auto& item : list) json.push_back(convert(item));
  return json;
}

}  // namespace

Json to_json(const Analysis& a, const RunFile& run) {
  return {{"groups", list_json(a.groups, [&](const auto& g) { return group_json(g, run); })},
          {"saturation",
           list_json(a.saturations, [&](const auto& s) { return saturation_json(s, run); })},
          {"dispatch", list_json(a.dispatch, [&](const auto& d) { return dispatch_json(d, run); })},
          {"size_sweeps", list_json(a.size_sweeps, sweep_json)},
          {"training", list_json(a.training, training_json)},
          {"step_cost", list_json(a.step_costs, step_cost_json)},
          {"critical_batch", list_json(a.critical_batches, critical_json)},
          {"noise_scale", list_json(a.noise_scales, scale_json)}};
}

Json to_json(const Comparison& c) {
  Json rows = Json::array(), incomparable = Json::array();
  for (const auto& r : c.rows) {
    Json row{{"id", r.id},
             {"ratio", number_or_null(r.ratio)},
             {"interval", interval_or_null(r.interval)},
             {"verdict", to_string(r.verdict)},
             {"baseline_ns", number_or_null(r.baseline_ns)},
             {"contender_ns", number_or_null(r.contender_ns)},
             {"p", number_or_null(r.p)},
             {"samples", {r.baseline_samples, r.contender_samples}},
             {"note", r.note.empty() ? Json(nullptr) : Json(r.note)}};
    if (!r.baseline_id.empty()) row["baseline_id"] = r.baseline_id;
    rows.push_back(std::move(row));
  }
  for (const auto& r : c.incomparable) incomparable.push_back({{"id", r.id}, {"reason", r.reason}});
  return {{"baseline", c.baseline},
          {"contender", c.contender},
          {"differences", c.differences},
          {"notes", c.notes},
          {"noise_floor", number_or_null(c.noise_floor.value)},
          {"noise_floor_source", c.noise_floor.source},
          {"margin", c.margin},
          {"rows", rows},
          {"geomean", number_or_null(c.geomean)},
          {"incomparable", incomparable}};
}

Json to_json(const std::vector<CaseHistory>& histories) {
  return list_json(histories, [](const CaseHistory& h) {
    Json points = Json::array();
    for (const auto& p : h.points)
      points.push_back({{"path", p.path},
                        {"started", p.started},
                        {"version", p.version},
                        {"median_ns", p.median_ns},
                        {"interval_ns", interval_or_null(p.interval_ns)},
                        {"to_first", p.to_first},
                        {"to_last", p.to_last},
                        {"change", p.change},
                        {"level_ns", p.level_ns}});
    return Json{{"id", h.id}, {"machine", h.machine}, {"points", points}};
  });
}

}  // namespace sweepmark::host
