#include "app/conformance.hpp"

#include <fmt/format.h>

#include <array>

#include "record/json_fields.hpp"
#include "worker/pool.hpp"

namespace sweepmark::host {
namespace {

constexpr double timeout_seconds = 20;

// Small, odd, empty and thin: where edges, tiles and leading dimensions go wrong.
constexpr std::array<std::array<std::int64_t, 3>, 9> gemm_shapes{{{1, 1, 1},
                                                                  {7, 5, 3},
                                                                  {33, 17, 65},
                                                                  {64, 64, 64},
                                                                  {1, 130, 31},
                                                                  {97, 1, 101},
                                                                  {0, 3, 2},
                                                                  {2, 0, 3},
                                                                  {2, 3, 0}}};

std::vector<Problem> problems_for(const KernelInfo& kernel) {
  std::vector<Problem> problems;
  for (const auto dtype : {Dtype::f32, Dtype::f64}) {
    Problem p;
    p.operation = kernel.operation;
    p.dtype = dtype;
    switch (kernel.operation) {
      case Operation::gemm:
        for (const auto& [m, n, k] : gemm_shapes) {
          p.m = m, p.n = n, p.k = k;
          problems.push_back(p);
        }
        break;
      case Operation::gradient:
      case Operation::sgd_epoch:
        for (const auto model : {Model::linear, Model::softmax, Model::bowl}) {
          p.model = model;
          p.examples = 37, p.features = 5, p.batch = 4;
          p.outputs = model == Model::softmax ? 3 : 1;
          p.learning_rate = 0.01;
          problems.push_back(p);
        }
        break;
      case Operation::read:
      case Operation::triad:
        p.n = 1001;
        problems.push_back(p);
        break;
      case Operation::fma:
        p.n = 256, p.k = 1000;
        problems.push_back(p);
        break;
    }
  }
  return problems;
}

// Runs one case through all that a sweep does; the sentence of what went wrong, "" when nothing.
std::string verdict_of(const Case& c, const PluginInfo& plugin, std::unique_ptr<Session>& session) {
  try {
    if (!session) session = start_worker_process();
    const auto call = [&](Json request) { return session->call(request, timeout_seconds); };
    const Json prepared = call(
        {{"do", "prepare"}, {"case", to_json(c)}, {"path", plugin.path}, {"alias", plugin.alias}});
    const Json handle = prepared.at("handle");
    call({{"do", "check"}, {"handle", handle}, {"mode", "exact"}});
    call({{"do", "check"}, {"handle", handle}, {"mode", "bound"}});
    call({{"do", "calibrate"}, {"handle", handle}, {"check_time", true}});
    const Json end = call({{"do", "finish"}, {"handle", handle}});
    call({{"do", "drop"}, {"handle", handle}});
    const auto notes = required<std::vector<std::string>>(end, "notes");
    return notes.empty() ? "" : notes.front();
  } catch (const CaseEnded& ended) {
    return ended.outcome() == Outcome::unsupported ? "" : ended.what();
  } catch (const SessionLost& lost) {
    session.reset();
    return lost.what();
  }
}

}  // namespace

bool check_conformance(const PluginInfo& plugin) {
  std::unique_ptr<Session> session;
  int cases = 0, broken = 0;
  for (const auto& kernel : plugin.kernels) {
    if (plugin.library_per_kernel) session.reset();
    for (const auto& problem : problems_for(kernel)) {
      Case c;
      c.kernel = shown_id(plugin, kernel.id);
      c.plugin = plugin_key(plugin);
      c.problem = problem;
      c.device = kernel.device;
      ++cases;
      const auto sentence = verdict_of(c, plugin, session);
      if (sentence.empty()) continue;
      ++broken;
      fmt::print("    BROKEN  {}\n            {}\n", case_id(c), sentence);
    }
  }
  fmt::print("    {} conformance cases, {} broken\n", cases, broken);
  return broken == 0;
}

}  // namespace sweepmark::host
