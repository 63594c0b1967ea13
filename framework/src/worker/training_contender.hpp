// A training case as a contender: prepare, learn, calibrate, then its epochs are sampled.
#pragma once
#include <string>

#include "plugin/catalog.hpp"
#include "record/training_record.hpp"
#include "worker/contender.hpp"

namespace sweepmark::host {

class TrainingContender : public Contender {
 public:
  TrainingContender(const TrainingCase& c, const PluginInfo& gradient, const PluginInfo& optimizer,
                    double budget_seconds, std::string reproduce);

  const std::string& id() const override { return record.id; }
  const std::string& plugin_set() const override { return plugin_set_; }
  int stages() const override { return 3; }
  void advance(int stage, Session& session, double timeout_seconds) override;
  void settle(Outcome outcome, const std::string& reason,
              std::optional<double> bound_error) override;
  void complete(const Json& reply, StoppedBy stopped_by) override;
  void interrupt() override;
  double call_ns() const override { return call_ns_; }
  std::int64_t calls_per_sample() const override { return epochs_per_sample_; }
  double budget_seconds() const override { return budget_seconds_; }

  TrainingRecord record;

 private:
  void prepare(Session& session, double timeout_seconds);
  void learn(Session& session, double timeout_seconds);
  void take_record(const Json& json);

  TrainingCase case_;
  const PluginInfo& gradient_;
  const PluginInfo& optimizer_;
  std::string plugin_set_;
  double budget_seconds_;
  double call_ns_ = 0;
  std::int64_t epochs_per_sample_ = 1;
};

}  // namespace sweepmark::host
