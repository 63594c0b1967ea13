// Where plugins find a run's vectors: in host memory, or as copies on a device.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "ops/operands.hpp"
#include "plugin/device_tensor.hpp"

namespace sweepmark::host {

/// Copies of tensors on one device; without buffers the tensors themselves, and every copy is
/// nothing to do. Tensors are known by their address and must stay in place.
class DeviceMirror {
 public:
  explicit DeviceMirror(const swm_buffers* buffers) : buffers_(buffers) {}

  std::uint32_t device() const { return buffers_ ? buffers_->device : std::uint32_t{SWM_CPU}; }

  /// What plugins are bound to. The first call for a tensor makes its copy and fills it. Throws
  /// PluginFailure when the device has no memory.
  const swm_tensor& place(const Tensor& tensor);

  /// The copy gets the tensor's contents, and the other way round; the latter waits for the device.
  void copy_in(const Tensor& tensor) const {
    if (buffers_) [[unlikely]]
      copies_.at(&tensor).copy_in();
  }
  void copy_out(const Tensor& tensor) const {
    if (buffers_) [[unlikely]]
      copies_.at(&tensor).copy_out();
  }

  /// A sentence when a guard zone on the device was overwritten.
  std::optional<std::string> damage() const;
  /// Whether the copy still holds what the tensor holds.
  bool unchanged(const Tensor& tensor) const;

 private:
  const swm_buffers* buffers_;
  std::map<const Tensor*, DeviceTensor> copies_;
};

}  // namespace sweepmark::host
