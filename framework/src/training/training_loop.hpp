// The loop that joins a gradient kernel to an optimizer, one update after another.
#pragma once
#include <sweepmark/abi.h>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "training/sampler.hpp"
#include "training/schedule.hpp"
#include "training/training_vectors.hpp"

namespace sweepmark::host {

/// What a loop needs beside the data and the plugins.
struct LoopSettings {
  std::int64_t batch_size = 1;
  std::int64_t accumulation = 1;  // micro-batches of batch_size an update averages over
  std::int64_t duplicate = 1;
  Sampler sampler = Sampler::shuffled;
  LearningRateSchedule schedule{Schedule::constant, 1, 0};
  int threads = 1;
  Settings hyperparameters;
  std::vector<double> start;
  std::uint64_t seed = 0;
};

/// Between two updates nothing happens but what an update needs: rows into the gradient's buffer,
/// kernel.run, optimizer.step. No clock is read. An epoch's last batch may be smaller (a second
/// gradient instance), an epoch's last window of accumulation may hold fewer micro-batches; both
/// are averaged over the examples they hold.
class TrainingLoop {
 public:
  /// Throws PluginFailure when a plugin refuses, Error for settings out of range. With `buffers`
  /// the vectors live on that device: rows go there before each gradient, params come home when
  /// asked for, and a run of epochs ends when the device has done it.
  TrainingLoop(const Dataset& data, Dtype dtype, const swm_kernel& kernel,
               const swm_optimizer& optimizer, const LoopSettings& settings,
               const swm_buffers* buffers = nullptr);

  /// Back to the start parameters, states of zero, the first epoch.
  void restart();
  /// `count` updates from where the loop stands.
  void run_steps(std::int64_t count);
  /// Restarts and runs `epochs` whole epochs; likewise the two parts whose differences the ledger
  /// is made of: drawing and copying rows alone, and that with gradients but no updates.
  void run_epochs(std::uint64_t epochs);
  void run_data_only(std::uint64_t epochs);
  void run_without_step(std::uint64_t epochs);

  std::int64_t steps_per_epoch() const { return steps_per_epoch_; }
  std::int64_t epoch_length() const { return sampler_.epoch_length(); }
  std::int64_t steps() const { return step_; }
  std::int64_t examples() const { return examples_; }
  std::vector<double> params() const { return read(vectors_.params); }
  std::vector<double> grads() const { return read(vectors_.grads); }
  /// The optimizer's states, in the order of its names.
  std::vector<std::vector<double>> states() const;
  /// The gradient the kernel gives now for these rows, batch_size of them. The loop's own vectors
  /// are overwritten: restart() before going on.
  std::vector<double> gradient_of(const std::vector<std::int32_t>& rows);

  /// A sentence when a plugin wrote where it must not: into guard zones or the data.
  std::optional<std::string> damage() const;

  /// Everything that going back needs.
  struct Snapshot {
    std::vector<double> params;
    std::vector<std::vector<double>> states;
    RowSampler sampler;
    std::int64_t position, step, examples;
  };
  Snapshot snapshot() const;
  void restore(const Snapshot& snapshot);

 private:
  enum class Part { data, gradient, everything };
  template <Part part>
  void run(std::int64_t count);
  template <Part part>
  void plain_step(const BatchGradient& gradient);
  template <Part part>
  void accumulated_step();
  template <Part part>
  void run_part(std::uint64_t epochs);
  void run_gradient(const BatchGradient& gradient);
  void take_rows(const BatchGradient& gradient);
  void add_to_window(std::int64_t examples, bool first);
  void finish_window(std::int64_t examples);
  void update();
  void check(swm_status status, const char* call);
  std::vector<double> read(const Tensor& vector) const;

  LoopSettings settings_;
  TrainingVectors vectors_;
  Tensor micro_grads_;  // what the kernel writes when gradients are accumulated
  const swm_kernel& kernel_;
  BatchGradient full_;
  std::optional<BatchGradient> rest_;  // the last batch of an epoch, where it is smaller
  BoundOptimizer optimizer_;
  RowSampler first_sampler_, sampler_;
  std::vector<double> window_;  // sums over the examples of an accumulation window
  std::int64_t steps_per_epoch_ = 0;
  std::int64_t position_ = 0;  // rows of the epoch already used
  std::int64_t step_ = 0, examples_ = 0;
  bool constant_rate_;
  std::array<char, 1024> text_{};
  swm_error error_{sizeof(swm_error), 0, text_.data(), text_.size()};
};

}  // namespace sweepmark::host
