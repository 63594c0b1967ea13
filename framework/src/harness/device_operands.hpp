// The operands of one problem a second time, in a device's memory.
#pragma once
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "plugin/device_tensor.hpp"

namespace sweepmark::host {

class DeviceOperands {
 public:
  /// Mirrors `host`, which must outlive it; contents undefined. Throws PluginFailure.
  DeviceOperands(const swm_buffers& buffers, std::uint32_t device_index, const swm_operands& host);

  /// What a kernel on the device is prepared with; addresses never change.
  const swm_operands& operands() const { return operands_; }

  void copy_inputs_in() const;
  void copy_output_in() const { tensors_.back().copy_in(); }
  void copy_output_out() const { tensors_.back().copy_out(); }

  /// A sentence when guard zones or inputs on the device were touched. Mends them.
  std::optional<std::string> take_damage() const;

 private:
  std::deque<DeviceTensor> tensors_;  // inputs, then the output
  std::vector<const swm_tensor*> pointers_;
  swm_operands operands_{};
};

}  // namespace sweepmark::host
