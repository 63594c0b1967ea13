// A device that is ordinary host memory, so that what only devices have (buffers, timers, work that
// outlives the call) can be tested where there is none.
#pragma once
#include <sweepmark/abi.h>

#include <cstdlib>
#include <cstring>

namespace sweepmark::test {

inline const void* fake_device_extension(const char* id) {
  static constexpr swm_buffers buffers{
      sizeof(swm_buffers),
      SWM_CUDA,
      [](uint32_t, size_t bytes, void** data, swm_error* error) {
        *data = std::aligned_alloc(64, (bytes + 127) / 64 * 64);
        if (*data != nullptr) return SWM_OK;
        if (error != nullptr && error->capacity > 13)
          std::memcpy(error->message, "out of memory", 14);
        return SWM_OUT_OF_MEMORY;
      },
      [](uint32_t, void* data) { std::free(data); },
      [](uint32_t, void* to, const void* from, size_t bytes, swm_error*) {
        std::memcpy(to, from, bytes);
        return SWM_OK;
      },
      [](uint32_t, void* to, const void* from, size_t bytes, swm_error*) {
        std::memcpy(to, from, bytes);
        return SWM_OK;
      }};
  static constexpr swm_devices devices{sizeof(swm_devices), 0, [] { return 1U; },
                                       [](uint32_t, swm_device* device, swm_error*) {
                                         std::strncpy(device->name, "fake device",
                                                      sizeof device->name - 1);
                                         device->memory_bytes = device->l2_bytes = -1;
                                         device->multiprocessors = device->clock_mhz = -1;
                                         device->memory_clock_mhz = device->power_watts = -1;
                                         return SWM_OK;
                                       }};
  if (std::strcmp(id, SWM_BUFFERS_EXTENSION) == 0) return &buffers;
  if (std::strcmp(id, SWM_DEVICE_EXTENSION) == 0) return &devices;
  return nullptr;
}

}  // namespace sweepmark::test
