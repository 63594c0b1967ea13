// The devices a plugin sees, through its "swm.device/1".
#pragma once
#include <sweepmark/abi.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "record/environment.hpp"

namespace sweepmark::host {

/// Nothing when the plugin has no such table, no such device, or could not tell.
std::optional<swm_device> describe_device(const swm_plugin& plugin, std::uint32_t index);

/// Every device the plugin sees, as the record has them; what it does not know is absent.
std::vector<GpuDevice> devices_of(const swm_plugin& plugin);

}  // namespace sweepmark::host
