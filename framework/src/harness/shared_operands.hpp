// The operands of one problem, shared by the cases that solve it, with what they were filled with;
// for kernels on a device a second time in its memory, always with the same contents.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "harness/device_operands.hpp"
#include "ops/operation.hpp"

namespace sweepmark::host {

class SharedOperands {
 public:
  explicit SharedOperands(const Problem& problem);

  /// Fills unless these very contents are there already.
  void fill(FillMode mode, std::uint64_t seed);
  /// What a kernel is prepared with: host memory where `buffers` is null, else the device's, made
  /// at the first call. Addresses never change. Throws PluginFailure when the device has no memory.
  const swm_operands& operands(const swm_buffers* buffers);
  /// NaN in every output element, wherever it lies.
  void poison_output();
  /// Brings what a kernel left in the device's output home; nothing to do where `buffers` is null.
  void fetch_output(const swm_buffers* buffers);
  /// The output at home against the reference.
  Verdict verify(swm_math math) { return data_->verify(math); }
  /// A sentence when guard zones or inputs were touched. Mends them, so that the next case is not
  /// blamed for this one's work.
  std::optional<std::string> take_damage(const swm_buffers* buffers);

 private:
  std::unique_ptr<OperationData> data_;
  std::optional<DeviceOperands> on_device_;
  std::optional<std::pair<FillMode, std::uint64_t>> contents_;
};

}  // namespace sweepmark::host
