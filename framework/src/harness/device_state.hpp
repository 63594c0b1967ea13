// What a device says of itself while it works: its clocks and power, through "swm.device/1".
#pragma once
#include <sweepmark/abi.h>

#include <cstdint>
#include <optional>
#include <string>

namespace sweepmark::host {

/// "device clock 1980 MHz, memory 2619 MHz, 412 W after the last sample"; nothing for the CPU and
/// where the plugin does not know.
std::optional<std::string> device_state(const swm_plugin& plugin, std::uint32_t device, int index);

}  // namespace sweepmark::host
