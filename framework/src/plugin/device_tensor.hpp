// A tensor's copy in a device's memory, had through the plugin's "swm.buffers/1".
#pragma once
#include <sweepmark/abi.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace sweepmark::host {

/// The plugin's buffers for `device`; null when it offers none, and for the CPU.
const swm_buffers* buffers_for(const swm_plugin& plugin, std::uint32_t device);

/// Shape, strides and dtype of a tensor in host memory, with memory of its own on the device and a
/// guard zone on both sides of it. Stays in place.
class DeviceTensor {
 public:
  /// Contents undefined. `host` must outlive it. Throws PluginFailure when there is no memory.
  DeviceTensor(const swm_buffers& buffers, std::uint32_t device_index, const swm_tensor& host,
               std::string name);
  ~DeviceTensor();
  DeviceTensor(const DeviceTensor&) = delete;
  DeviceTensor& operator=(const DeviceTensor&) = delete;

  const swm_tensor& abi() const { return abi_; }
  const swm_tensor& host() const { return host_; }

  /// The whole of it, the space between rows included. Each waits for work on the default stream.
  /// Throws PluginFailure.
  void copy_in() const;
  void copy_out() const;

  /// A sentence when a guard zone was overwritten; it is whole again afterwards.
  std::optional<std::string> take_guard_damage() const;
  /// Whether the device still holds what the host's tensor holds.
  bool equals_host() const;

 private:
  std::byte* base() const { return static_cast<std::byte*>(memory_); }
  void to_device(std::byte* to, const void* from, std::size_t bytes) const;
  void to_host(void* to, const std::byte* from, std::size_t bytes) const;

  const swm_buffers& buffers_;
  std::uint32_t device_index_;
  const swm_tensor& host_;
  std::string name_;
  std::size_t bytes_;
  void* memory_ = nullptr;
  swm_tensor abi_;
};

}  // namespace sweepmark::host
