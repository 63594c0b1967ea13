// A kernel case as a contender: prepare, check exact, check bound, calibrate, then samples.
#pragma once
#include <set>
#include <string>

#include "plugin/catalog.hpp"
#include "worker/contender.hpp"

namespace sweepmark::host {

/// What the cases of one run share.
struct KernelRunState {
  std::set<std::string> time_checked;  // kernels whose repeats and timer were checked already
  std::map<std::string, double> empty_call_ns;  // by plugin set
};

class KernelContender : public Contender {
 public:
  KernelContender(const Case& c, const PluginInfo& plugin, KernelRunState& state,
                  double budget_seconds, std::string reproduce);

  const std::string& id() const override { return measurement.id; }
  const std::string& plugin_set() const override { return plugin_set_; }
  int stages() const override { return 4; }
  void advance(int stage, Session& session, double timeout_seconds) override;
  void settle(Outcome outcome, const std::string& reason,
              std::optional<double> bound_error) override;
  void complete(const Json& reply, StoppedBy stopped_by) override;
  void interrupt() override;
  double call_ns() const override { return call_ns_; }
  std::int64_t calls_per_sample() const override { return measurement.iterations.value_or(1); }
  double budget_seconds() const override { return budget_seconds_; }
  bool companion() const override { return companion_; }
  void make_companion() { companion_ = true; }

  Measurement measurement;

 private:
  void prepare(Session& session, double timeout_seconds);
  void calibrate(Session& session, double timeout_seconds);
  void take_readiness(const Json& reply);
  void add_note(const std::string& note);
  void fill_row(StoppedBy stopped_by);

  Case case_;
  std::string plugin_set_;
  const PluginInfo& plugin_;
  KernelRunState& state_;
  double budget_seconds_;
  double call_ns_ = 0;
  bool companion_ = false;
};

}  // namespace sweepmark::host
