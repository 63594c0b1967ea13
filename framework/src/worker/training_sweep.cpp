#include "worker/training_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "record/json_fields.hpp"
#include "worker/training_contender.hpp"

namespace sweepmark::host {
namespace {

const PluginInfo& plugin_of(const Catalog& catalog, const std::string& key, const std::string& id) {
  const PluginInfo* plugin = catalog.find(key);
  if (!plugin) throw Error(fmt::format("no plugin '{}' for {}", key, id));
  return *plugin;
}

TrainingRecord settled_record(const TrainingCase& c, const std::string& reproduce) {
  TrainingRecord r;
  r.id = training_id(c);
  r.hash = training_hash(c);
  r.training = c;
  r.outcome = *c.settled;
  r.reason = c.reason;
  r.reproduce = reproduce;
  return r;
}

}  // namespace

void run_training_sweep(std::vector<TrainingCase> cases, const Catalog& catalog, WorkerPool& pool,
                        const TrainingSweepOptions& options, const TrainingSweepEvents& events) {
  std::stable_sort(cases.begin(), cases.end(),
                   [](const TrainingCase& a, const TrainingCase& b) { return a.seed < b.seed; });
  for (std::size_t begin = 0; begin < cases.size();) {
    if (events.interrupted && events.interrupted()) return;
    std::vector<std::unique_ptr<Contender>> contenders;
    std::size_t i = begin;
    for (; i < cases.size() && contenders.size() < contenders_per_group; ++i) {
      const auto& c = cases[i];
      if (c.settled) {
        if (events.finished) events.finished(settled_record(c, options.reproduce(c)));
        continue;
      }
      contenders.push_back(std::make_unique<TrainingContender>(
          c, plugin_of(catalog, c.gradient_plugin, training_id(c)),
          plugin_of(catalog, c.optimizer_plugin, training_id(c)), options.budget_seconds,
          options.reproduce(c)));
    }
    RoundsOptions rounds = options.rounds;
    rounds.seed += begin;
    run_rounds(contenders, pool, rounds,
               {.finished =
                    [&](Contender& c) {
                      if (events.finished)
                        events.finished(dynamic_cast<TrainingContender&>(c).record);
                    },
                .sampled =
                    [&](const Contender& c) {
                      if (events.sampled) events.sampled(c.id());
                    },
                .interrupted = events.interrupted});
    begin = i;
  }
}

void run_noise_sweep(const std::vector<NoiseCase>& cases, const Catalog& catalog, WorkerPool& pool,
                     const TrainingSweepOptions& options, const TrainingSweepEvents& events) {
  for (const auto& c : cases) {
    if (events.interrupted && events.interrupted()) return;
    NoiseRecord record;
    record.id = noise_id(c);
    record.hash = noise_hash(c);
    record.noise = c;
    const auto settle = [&](Outcome outcome, const std::string& reason) {
      record.outcome = outcome;
      record.reason = reason;
    };
    if (c.settled) {
      settle(*c.settled, c.reason);
    } else {
      const auto& plugin = plugin_of(catalog, c.gradient_plugin, record.id);
      try {
        record = noise_record_from_json(required<Json>(pool.session(plugin_key(plugin))
                                                           .call({{"do", "noise"},
                                                                  {"case", to_json(c)},
                                                                  {"path", plugin.path},
                                                                  {"alias", plugin.alias}},
                                                                 options.rounds.timeout_seconds),
                                                       "record"));
      } catch (const CaseEnded& ended) {
        settle(ended.outcome(), ended.what());
      } catch (const SessionLost& lost) {
        pool.forget(plugin_key(plugin));
        settle(lost.outcome(), lost.what());
      }
    }
    record.reproduce = options.reproduce_noise(c);
    if (events.noise_finished) events.noise_finished(record);
  }
}

}  // namespace sweepmark::host
