#include "plugin/device_tensor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "plugin/adapter.hpp"
#include "plugin/extension.hpp"

namespace sweepmark::host {
namespace {

constexpr std::size_t guard_bytes = 1024;  // keeps the device's own alignment

// NaN in float32 and float64, negative as int32.
std::array<std::uint32_t, guard_bytes / 4> guard_pattern() {
  std::array<std::uint32_t, guard_bytes / 4> words;
  words.fill(0xffffa5c3U);
  return words;
}

std::size_t element_bytes(std::uint32_t dtype) {
  if (dtype == SWM_F64) return 8;
  return dtype == SWM_F16 || dtype == SWM_BF16 ? 2 : 4;
}

std::size_t storage_bytes(const swm_tensor& t) {
  const auto elements = t.rank == 2 ? t.shape[0] * t.stride[0] : t.shape[0];
  return static_cast<std::size_t>(elements) * element_bytes(t.dtype);
}

struct ErrorText {
  std::array<char, 1024> text{};
  swm_error error{sizeof(swm_error), 0, text.data(), text.size()};
};

}  // namespace

const swm_buffers* buffers_for(const swm_plugin& plugin, std::uint32_t device) {
  if (device == SWM_CPU) return nullptr;
  const auto* table =
      static_cast<const swm_buffers*>(extension_table(&plugin, SWM_BUFFERS_EXTENSION));
  if (!SWM_HAS(table, swm_buffers, copy_out) || table->device != device) return nullptr;
  return table;
}

DeviceTensor::DeviceTensor(const swm_buffers& buffers, std::uint32_t device_index,
                           const swm_tensor& host, std::string name)
    : buffers_(buffers),
      device_index_(device_index),
      host_(host),
      name_(std::move(name)),
      bytes_(storage_bytes(host)),
      abi_(host) {
  ErrorText e;
  check_status(buffers_.allocate(device_index_, bytes_ + 2 * guard_bytes, &memory_, &e.error),
               e.text.data(), fmt::format("{} on the device", name_).c_str());
  abi_.device = buffers.device;
  abi_.data = base() + guard_bytes;
  const auto pattern = guard_pattern();
  try {
    to_device(base(), pattern.data(), guard_bytes);
    to_device(base() + guard_bytes + bytes_, pattern.data(), guard_bytes);
  } catch (...) {
    buffers_.release(device_index_, memory_);
    throw;
  }
}

DeviceTensor::~DeviceTensor() { buffers_.release(device_index_, memory_); }

void DeviceTensor::to_device(std::byte* to, const void* from, std::size_t bytes) const {
  if (bytes == 0) return;
  ErrorText e;
  check_status(buffers_.copy_in(device_index_, to, from, bytes, &e.error), e.text.data(),
               "buffers.copy_in");
}

void DeviceTensor::to_host(void* to, const std::byte* from, std::size_t bytes) const {
  if (bytes == 0) return;
  ErrorText e;
  check_status(buffers_.copy_out(device_index_, to, from, bytes, &e.error), e.text.data(),
               "buffers.copy_out");
}

void DeviceTensor::copy_in() const { to_device(base() + guard_bytes, host_.data, bytes_); }

void DeviceTensor::copy_out() const { to_host(host_.data, base() + guard_bytes, bytes_); }

std::optional<std::string> DeviceTensor::take_guard_damage() const {
  const auto pattern = guard_pattern();
  const std::array<std::pair<const char*, std::byte*>, 2> zones{
      {{"before", base()}, {"after", base() + guard_bytes + bytes_}}};
  std::optional<std::string> damage;
  for (const auto& [side, zone] : zones) {
    auto found = pattern;
    to_host(found.data(), zone, guard_bytes);
    if (found == pattern) continue;
    to_device(zone, pattern.data(), guard_bytes);
    damage = fmt::format("device memory directly {} {} was overwritten", side, name_);
  }
  return damage;
}

bool DeviceTensor::equals_host() const {
  // In pieces: the host need not find room for a second copy of a large operand.
  constexpr std::size_t piece = std::size_t{16} << 20;
  std::vector<std::byte> found(std::min(piece, bytes_));
  const auto* expected = static_cast<const std::byte*>(host_.data);
  for (std::size_t at = 0; at < bytes_; at += piece) {
    const std::size_t length = std::min(piece, bytes_ - at);
    to_host(found.data(), base() + guard_bytes + at, length);
    if (std::memcmp(found.data(), expected + at, length) != 0) return false;
  }
  return true;
}

}  // namespace sweepmark::host
