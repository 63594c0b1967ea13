#include "harness/device_operands.hpp"

#include <fmt/format.h>

namespace sweepmark::host {

DeviceOperands::DeviceOperands(const swm_buffers& buffers, std::uint32_t device_index,
                               const swm_operands& host) {
  for (std::uint32_t i = 0; i < host.input_count; ++i)
    tensors_.emplace_back(buffers, device_index, *host.inputs[i], fmt::format("input {}", i));
  tensors_.emplace_back(buffers, device_index, *host.output, "the output");
  for (std::uint32_t i = 0; i < host.input_count; ++i) pointers_.push_back(&tensors_[i].abi());
  operands_ = {sizeof(swm_operands), host.input_count, pointers_.data(), &tensors_.back().abi()};
}

void DeviceOperands::copy_inputs_in() const {
  for (std::size_t i = 0; i + 1 < tensors_.size(); ++i) tensors_[i].copy_in();
}

std::optional<std::string> DeviceOperands::take_damage() const {
  std::optional<std::string> damage;
  for (const auto& tensor : tensors_)
    if (auto found = tensor.take_guard_damage(); found && !damage) damage = found;
  for (std::size_t i = 0; i + 1 < tensors_.size(); ++i) {
    if (tensors_[i].equals_host()) continue;
    tensors_[i].copy_in();
    if (!damage)
      damage = fmt::format("input {} was changed on the device; only the output may be written", i);
  }
  return damage;
}

}  // namespace sweepmark::host
