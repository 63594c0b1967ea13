#include "worker/training_contender.hpp"

#include <fmt/format.h>

#include <utility>

#include "record/json_fields.hpp"

namespace sweepmark::host {
namespace {

std::string plugin_text(const PluginInfo& p) {
  return fmt::format("{} {} ({})", p.id, p.version, p.path);
}

}  // namespace

TrainingContender::TrainingContender(const TrainingCase& c, const PluginInfo& gradient,
                                     const PluginInfo& optimizer, double budget_seconds,
                                     std::string reproduce)
    : case_(c),
      gradient_(gradient),
      optimizer_(optimizer),
      plugin_set_(plugin_key(gradient) + "+" + plugin_key(optimizer)),
      budget_seconds_(budget_seconds) {
  record.id = training_id(c);
  record.hash = training_hash(c);
  record.training = c;
  record.plugins = {plugin_text(gradient), plugin_text(optimizer)};
  record.reproduce = std::move(reproduce);
}

void TrainingContender::advance(int stage, Session& session, double timeout_seconds) {
  if (stage == 0) return prepare(session, timeout_seconds);
  if (stage == 1) return learn(session, timeout_seconds);
  const Json reply =
      session.call({{"do", "calibrate_training"}, {"handle", handle}}, timeout_seconds);
  epochs_per_sample_ = required<std::int64_t>(reply, "iterations");
  call_ns_ = required<double>(reply, "call_ns");
}

void TrainingContender::prepare(Session& session, double timeout_seconds) {
  // The worker keeps the samples for the record; after a loss both sides begin again.
  samples_ns.clear();
  rounds.clear();
  handle = required<int>(session.call({{"do", "train"},
                                       {"case", to_json(case_)},
                                       {"path", gradient_.path},
                                       {"alias", gradient_.alias},
                                       {"optimizer_path", optimizer_.path},
                                       {"optimizer_alias", optimizer_.alias}},
                                      timeout_seconds),
                         "handle");
}

void TrainingContender::learn(Session& session, double timeout_seconds) {
  const Json reply = session.call({{"do", "learn"}, {"handle", handle}}, timeout_seconds);
  take_record(required<Json>(reply, "record"));
  // A run that diverged or computed a wrong gradient is not worth timing: it is never ranked.
  if (record.outcome != Outcome::measured)
    throw CaseEnded(record.outcome, record.reason.value_or(""), std::nullopt);
}

void TrainingContender::take_record(const Json& json) {
  auto fresh = training_record_from_json(json);
  fresh.plugins = std::move(record.plugins);
  fresh.reproduce = std::move(record.reproduce);
  record = std::move(fresh);
}

void TrainingContender::settle(Outcome outcome, const std::string& reason, std::optional<double>) {
  record.outcome = outcome;
  record.reason = reason;
}

void TrainingContender::complete(const Json& reply, StoppedBy) {
  take_record(required<Json>(reply, "record"));
  record.rounds = rounds;
}

void TrainingContender::interrupt() {
  settle(Outcome::skipped, "interrupted before it was timed", std::nullopt);
}

}  // namespace sweepmark::host
