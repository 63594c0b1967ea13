// One kernel case from prepare to teardown: checked before it counts, then sampled.
#pragma once
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/plugin_manners.hpp"
#include "harness/shared_operands.hpp"
#include "harness/subject.hpp"
#include "plugin/adapter.hpp"
#include "plugin/library.hpp"
#include "record/case.hpp"

namespace sweepmark::host {

/// The kernel's result, or what it claims about its time, is not true.
class Wrong : public std::runtime_error {
 public:
  Wrong(const std::string& reason, std::optional<double> bound_error = {})
      : std::runtime_error(reason), bound_error_(bound_error) {}
  std::optional<double> bound_error() const { return bound_error_; }

 private:
  std::optional<double> bound_error_;
};

class PreparedCase : public Subject {
 public:
  /// Supports and prepare. Throws PluginFailure (unsupported, failed) or Error (no memory).
  /// `operands` are shared by the cases of one problem; a cold case makes its own rotation.
  PreparedCase(const Case& c, const LoadedPlugin& plugin, std::shared_ptr<SharedOperands> operands);
  ~PreparedCase() override;

  /// New inputs, one untimed run, fetch, verify. Throws Wrong. Call for exact, then for bound.
  void check(FillMode mode);

  /// Finds the calls per sample; with `check_time`, also that run(2r) takes about twice run(r) and
  /// that a plugin's timer agrees with the host's clock. Throws Wrong.
  void calibrate(bool check_time);

  double sample(const SampleRequest& request) override;
  /// One last sample, verified; inputs and guard zones checked. Throws Wrong.
  Json finish() override;

  /// What calibrate found: {iterations, call_ns, threads_used, bound_error, timer, notes}.
  Json readiness() const;

 private:
  void prepare_instances();
  void run_and_verify();
  void check_repeats();
  void check_timer();
  std::optional<double> work(std::uint64_t repeats);
  double time_once(std::uint64_t repeats);

  Case case_;
  const swm_kernel& kernel_;
  const swm_plugin& plugin_;
  const swm_buffers* buffers_;  // of the device the operands lie on; null: host memory
  bool flushes_;                // cold by emptying the device's cache before each call
  Manners manners_;
  swm_problem problem_{};
  std::vector<swm_value> tuning_;
  // The rotation of a cold case; one for a hot one. Instances go before their operands.
  std::vector<std::shared_ptr<SharedOperands>> operands_;
  std::vector<std::unique_ptr<KernelInstance>> instances_;
  std::int64_t calls_ = 1;
  double call_ns_ = 0;
  double bound_error_ = 0;
  std::vector<std::string> notes_;
};

}  // namespace sweepmark::host
