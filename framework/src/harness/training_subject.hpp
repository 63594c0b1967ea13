// A training case in the worker: it learns once, untimed, then its epochs are sampled like calls.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "harness/plugin_manners.hpp"
#include "harness/subject.hpp"
#include "harness/timing.hpp"
#include "plugin/library.hpp"
#include "training/training_run.hpp"

namespace sweepmark::host {

class TrainingSubject : public Subject {
 public:
  /// Loads the data and prepares both plugins. Throws PluginFailure or Error.
  TrainingSubject(const TrainingCase& c, const LoadedPlugin& gradient,
                  const LoadedPlugin& optimizer);

  /// The real training, with evaluation. The outcome may be diverged or wrong; that is an answer.
  Outcome learn();
  /// The record so far: without times.
  Json untimed_record() const;

  /// Finds the epochs per sample: {iterations, call_ns}.
  Json calibrate();
  double sample(const SampleRequest& request) override;
  /// One last sample and the parts of the ledger: {ns, record}.
  Json finish() override;

 private:
  double part_median(const TimedWork& part);

  Manners manners_;
  TrainingRun run_;
  std::int64_t epochs_per_sample_ = 1;
  std::vector<double> samples_ns_;
};

}  // namespace sweepmark::host
