// A data set and its model's vectors as operands of the ABI, and the plugins bound to them.
#pragma once
#include <sweepmark/abi.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ops/operands.hpp"
#include "plugin/adapter.hpp"
#include "training/dataset.hpp"
#include "training/device_mirror.hpp"

namespace sweepmark::host {

swm_dtype abi_dtype(Dtype dtype);

/// X[examples x features], y or labels, params and grads in the run's dtype; they stay in place.
/// With buffers, plugins work on copies of them on that device.
class TrainingVectors {
 public:
  TrainingVectors(const Dataset& data, Dtype dtype, const swm_buffers* buffers = nullptr);
  TrainingVectors(const TrainingVectors&) = delete;
  TrainingVectors& operator=(const TrainingVectors&) = delete;

  Tensor x, y, params, grads;

  /// The problem of a gradient over `batch` rows.
  swm_problem problem(std::int64_t batch, int threads) const;
  std::int64_t parameter_count() const { return params.elements(); }
  void set_params(const std::vector<double>& values);
  DeviceMirror& mirror() const { return mirror_; }
  /// A sentence when a guard zone was overwritten or the data are no longer what they were.
  std::optional<std::string> damage() const;
  /// A vector's values in float64.
  static std::vector<double> read(const Tensor& vector);
  static void write(const Tensor& vector, const std::vector<double>& values);

 private:
  // Copies of what is here: making one changes nothing that an observer sees.
  mutable DeviceMirror mirror_;
  swm_model model_;
  std::int64_t outputs_;
  std::uint64_t x_checksum_, y_checksum_;
};

/// A gradient kernel bound to `vectors` for one batch size, its tuning at the presets; it writes to
/// `output`. Throws PluginFailure when the kernel refuses or fails.
class BatchGradient {
 public:
  BatchGradient(const swm_kernel& kernel, const TrainingVectors& vectors, const Tensor& output,
                std::int64_t batch, int threads);
  BatchGradient(const BatchGradient&) = delete;
  BatchGradient& operator=(const BatchGradient&) = delete;

  std::int64_t batch() const { return rows_.elements(); }
  /// Where the rows of the next run go: batch() of them.
  std::int32_t* rows() const { return rows_.values<std::int32_t>(); }
  /// Before a run: the rows as they are now are where the kernel reads them.
  void send_rows() const { mirror_.copy_in(rows_); }
  void* instance() const { return instance_->raw(); }

 private:
  Tensor rows_;
  DeviceMirror& mirror_;
  std::array<const swm_tensor*, 4> inputs_{};
  swm_operands operands_{};
  std::unique_ptr<KernelInstance> instance_;
};

/// An optimizer bound to params and grads; it owns the states. Throws PluginFailure when the
/// optimizer refuses, Error for a hyperparameter that is unknown or out of range.
class BoundOptimizer {
 public:
  BoundOptimizer(const swm_optimizer& optimizer, const TrainingVectors& vectors,
                 const Settings& hyperparameters);
  ~BoundOptimizer();
  BoundOptimizer(const BoundOptimizer&) = delete;
  BoundOptimizer& operator=(const BoundOptimizer&) = delete;

  const swm_optimizer& optimizer() const { return optimizer_; }
  void* instance() const { return instance_; }
  const std::vector<Tensor>& states() const { return states_; }
  /// Tells the optimizer that the host changed params or states, and brings the states to it.
  void push();

 private:
  const swm_optimizer& optimizer_;
  DeviceMirror& mirror_;
  std::vector<Tensor> states_;
  std::vector<const swm_tensor*> state_pointers_;
  swm_training training_;
  void* instance_ = nullptr;
};

/// One ABI value for each hyperparameter: the preset where `settings` does not name it. Throws
/// Error naming `owner` and the parameter: unknown (nearest name given), wrong kind, out of range.
std::vector<swm_value> abi_values(const swm_param* const* params, std::uint32_t count,
                                  const Settings& settings, const std::string& owner);

}  // namespace sweepmark::host
