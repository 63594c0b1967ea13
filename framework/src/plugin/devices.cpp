#include "plugin/devices.hpp"

#include <array>
#include <cstddef>
#include <string>

#include "plugin/extension.hpp"

namespace sweepmark::host {
namespace {

const swm_devices* table_of(const swm_plugin& plugin) {
  const auto* table =
      static_cast<const swm_devices*>(extension_table(&plugin, SWM_DEVICE_EXTENSION));
  if (!SWM_HAS(table, swm_devices, describe) || !table->count || !table->describe) return nullptr;
  return table;
}

// The plugin need not have ended a text that fills its room.
template <std::size_t N>
std::string text(const char (&from)[N]) {
  std::string whole(from, N);
  return whole.substr(0, whole.find('\0'));
}

std::optional<std::int64_t> known(std::int64_t value) {
  return value > 0 ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<swm_device> describe_device(const swm_plugin& plugin, std::uint32_t index) {
  const auto* table = table_of(plugin);
  if (!table || index >= table->count()) return std::nullopt;
  std::array<char, 256> message{};
  swm_error error{sizeof(swm_error), 0, message.data(), message.size()};
  swm_device device{};
  device.size = sizeof(swm_device);
  if (table->describe(index, &device, &error) != SWM_OK) return std::nullopt;
  return device;
}

std::vector<GpuDevice> devices_of(const swm_plugin& plugin) {
  std::vector<GpuDevice> devices;
  const auto* table = table_of(plugin);
  const std::uint32_t count = table ? table->count() : 0;
  for (std::uint32_t i = 0; i < count; ++i)
    if (const auto d = describe_device(plugin, i))
      devices.push_back({text(d->name), text(d->capability), text(d->driver), text(d->runtime),
                         known(d->memory_bytes), known(d->multiprocessors), known(d->clock_mhz)});
  return devices;
}

}  // namespace sweepmark::host
