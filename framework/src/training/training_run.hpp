// One training case from start to record: it learns once, untimed, and can then be timed.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "record/training_record.hpp"
#include "training/training_loop.hpp"

namespace sweepmark::host {

/// What the harness measured of run_epochs and its parts: nanoseconds per epoch.
struct EpochTiming {
  std::vector<double> samples_ns;  // the whole loop, one a sample
  std::vector<std::int64_t> rounds;
  std::optional<double> data_ns, without_step_ns;  // medians of the two partial replays
};

/// Use: construct, learn(), then run_epochs(n) and the partial runs under a timer as often as
/// wanted, then record(). One thread at a time; the data set is not needed after construction.
class TrainingRun {
 public:
  /// Throws PluginFailure when a plugin refuses or fails or the batch is larger than an epoch (its
  /// outcome and text are the case's), Error for a bad case. `buffers`: of the device that both
  /// plugins work on; null for the CPU.
  TrainingRun(const TrainingCase& training, Dataset data, const swm_kernel& kernel,
              const swm_optimizer& optimizer, const swm_buffers* buffers = nullptr);

  /// Checks the kernel's gradient on the first batch, then trains from the start and records the
  /// loss (float64, over all training examples) at the start, every evaluate_every examples and at
  /// the end. Ends early when the loss or a parameter is not finite, and finds the first update
  /// after which that is so. `wrong` too when a plugin wrote outside its output. Never throws for a
  /// run that diverges or a gradient that is wrong: the outcome says so. Throws PluginFailure when
  /// a plugin fails.
  void learn();

  Outcome outcome() const { return outcome_; }

  /// Whole epochs from the start without evaluation: what is timed, all in one call. Allocates
  /// nothing but (batch sampling aside) touches the same memory each time.
  void run_epochs(std::uint64_t epochs) { loop_.run_epochs(epochs); }
  void run_data_only(std::uint64_t epochs) { loop_.run_data_only(epochs); }
  void run_without_step(std::uint64_t epochs) { loop_.run_without_step(epochs); }
  std::int64_t steps_per_epoch() const { return loop_.steps_per_epoch(); }
  std::int64_t examples_per_epoch() const { return loop_.epoch_length(); }
  const Dataset& data() const { return data_; }

  /// The record, times null where `timing` is absent or the run was not `measured`. Left to the
  /// caller: plugins, reproduce.
  TrainingRecord record(const std::optional<EpochTiming>& timing) const;

 private:
  struct Evaluation {
    std::int64_t step, examples;
    std::optional<double> loss;
  };
  bool check_gradient();
  bool evaluate();
  void note_distance();
  void find_divergence(const TrainingLoop::Snapshot& last_good);
  void add_timing(TrainingRecord& r, const EpochTiming& timing) const;
  Ledger ledger(const EpochTiming& timing) const;

  TrainingCase case_;
  Dataset data_;
  TrainingLoop loop_;
  std::int64_t total_steps_;
  Outcome outcome_ = Outcome::skipped;
  std::optional<std::string> reason_;
  std::optional<std::int64_t> diverged_at_;
  std::int64_t steps_done_ = 0, examples_done_ = 0;
  std::vector<Evaluation> evaluations_;
  std::vector<double> final_params_;
  std::vector<double> centre_;  // bowl
  double distance_sum_ = 0;
  std::int64_t distance_count_ = 0;
  double evaluation_seconds_ = 0, wall_seconds_ = 0;
};

/// The updates the case asks for: `steps`, or `epochs` of `steps_per_epoch`, rounded up.
std::int64_t total_steps(const TrainingCase& c, std::int64_t steps_per_epoch);

}  // namespace sweepmark::host
