#include "harness/device_state.hpp"

#include <fmt/format.h>

#include <vector>

#include "base/text.hpp"
#include "plugin/devices.hpp"

namespace sweepmark::host {

std::optional<std::string> device_state(const swm_plugin& plugin, std::uint32_t device, int index) {
  if (device == SWM_CPU) return std::nullopt;
  const auto found = describe_device(plugin, static_cast<std::uint32_t>(index));
  if (!found || found->kind != device) return std::nullopt;
  std::vector<std::string> parts;
  if (found->clock_mhz > 0) parts.push_back(fmt::format("device clock {} MHz", found->clock_mhz));
  if (found->memory_clock_mhz > 0)
    parts.push_back(fmt::format("memory {} MHz", found->memory_clock_mhz));
  if (found->power_watts >= 0) parts.push_back(fmt::format("{} W", found->power_watts));
  if (parts.empty()) return std::nullopt;
  return join(parts, ", ") + " after the last sample";
}

}  // namespace sweepmark::host
