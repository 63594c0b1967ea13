#include "training/device_mirror.hpp"

namespace sweepmark::host {

const swm_tensor& DeviceMirror::place(const Tensor& tensor) {
  if (!buffers_) return tensor.abi();
  constexpr std::uint32_t first_device = 0;  // a training case names none
  const auto [copy, fresh] =
      copies_.try_emplace(&tensor, *buffers_, first_device, tensor.abi(), tensor.name());
  if (fresh) copy->second.copy_in();
  return copy->second.abi();
}

std::optional<std::string> DeviceMirror::damage() const {
  for (const auto& [tensor, copy] : copies_)
    if (auto found = copy.take_guard_damage()) return found;
  return std::nullopt;
}

bool DeviceMirror::unchanged(const Tensor& tensor) const {
  const auto copy = copies_.find(&tensor);
  return copy == copies_.end() || copy->second.equals_host();
}

}  // namespace sweepmark::host
