// Opt-in, for plugins on an NVIDIA GPU: the extensions they answer, "swm.buffers/1", "swm.device/1"
// and "swm.library/1". What only the driver's management library knows is asked there; it is opened
// at run time, and absent means unknown.
#pragma once
#include <dlfcn.h>
#include <sweepmark/cuda.hpp>

#include <type_traits>

// What compiled the kernels, ", nvcc 13.0.88 for 75;80;90"; a plugin built another way says
// nothing.
#ifndef SWM_CUDA_BUILD
#define SWM_CUDA_BUILD ""
#endif

namespace sweepmark::cuda {
namespace detail {

/// The functions of libnvidia-ml.so.1 that are used here, by NVML's documented signatures; each is
/// null when the library or the function is absent.
struct Nvml {
  using Device = void*;
  int (*init)() = nullptr;
  int (*driver)(char* text, unsigned length) = nullptr;
  int (*by_bus)(const char* bus, Device* device) = nullptr;
  int (*clock)(Device device, int type, unsigned* megahertz) = nullptr;
  int (*power)(Device device, unsigned* milliwatts) = nullptr;

  static const Nvml& loaded() {
    static const Nvml library;
    return library;
  }

 private:
  Nvml() {
    void* const library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);  // never closed
    if (library == nullptr) return;
    const auto find = [&](auto& function, const char* name) {
      function =
          reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
    };
    find(init, "nvmlInit_v2");
    if (init == nullptr || init() != 0) return;
    find(driver, "nvmlSystemGetDriverVersion");
    find(by_bus, "nvmlDeviceGetHandleByPciBusId_v2");
    find(clock, "nvmlDeviceGetClockInfo");
    find(power, "nvmlDeviceGetPowerUsage");
  }
};

template <std::size_t N>
void set_text(char (&to)[N], const std::string& text) {
  const std::size_t length = std::min(N - 1, text.size());
  std::memcpy(to, text.data(), length);
  to[length] = '\0';
}

// Clocks and power of this moment replace the peak clocks where NVML answers.
inline void ask_nvml(std::uint32_t index, swm_device& d) {
  const Nvml& nvml = Nvml::loaded();
  char driver[32] = "", bus[32] = "";
  if (nvml.driver != nullptr && nvml.driver(driver, sizeof driver) == 0) set_text(d.driver, driver);
  Nvml::Device device = nullptr;
  if (nvml.by_bus == nullptr ||
      cudaDeviceGetPCIBusId(bus, sizeof bus, static_cast<int>(index)) != cudaSuccess ||
      nvml.by_bus(bus, &device) != 0)
    return;
  constexpr int sm_clock = 1, memory_clock = 2;
  unsigned value = 0;
  if (nvml.clock != nullptr && nvml.clock(device, sm_clock, &value) == 0)
    d.clock_mhz = static_cast<std::int32_t>(value);
  if (nvml.clock != nullptr && nvml.clock(device, memory_clock, &value) == 0)
    d.memory_clock_mhz = static_cast<std::int32_t>(value);
  if (nvml.power != nullptr && nvml.power(device, &value) == 0)
    d.power_watts = static_cast<std::int32_t>((value + 500) / 1000);
}

inline std::int32_t megahertz(int kilohertz) { return kilohertz > 0 ? kilohertz / 1000 : -1; }

inline void describe_device(std::uint32_t index, swm_device& d) {
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, static_cast<int>(index)), "cudaGetDeviceProperties");
  d = {};
  d.size = sizeof(swm_device);
  d.kind = SWM_CUDA;
  set_text(d.name, properties.name);
  set_text(d.capability, std::to_string(properties.major) + "." + std::to_string(properties.minor));
  set_text(d.driver, version_text(driver_version()));
  set_text(d.runtime, version_text(runtime_version()));
  d.memory_bytes = static_cast<std::int64_t>(properties.totalGlobalMem);
  d.l2_bytes = properties.l2CacheSize;
  d.multiprocessors = properties.multiProcessorCount;
  d.clock_mhz = megahertz(attribute(index, cudaDevAttrClockRate));
  d.memory_clock_mhz = megahertz(attribute(index, cudaDevAttrMemoryClockRate));
  d.power_watts = -1;
  ask_nvml(index, d);
}

}  // namespace detail

/// The table of "swm.device/1". The driver text is the driver's own version ("550.54.15") where
/// NVML gives it, else the newest CUDA version the driver does ("12.4").
inline const swm_devices* device_table() {
  static constexpr swm_devices table{
      sizeof(swm_devices), 0, [] { return devices().count; },
      [](std::uint32_t index, swm_device* device, swm_error* e) {
        return sweepmark::detail::guard(e, [&] {
          if (const Support absent = device_present(index))
            throw std::invalid_argument(absent->reason);
          if (device == nullptr || device->size < sizeof(swm_device))
            throw std::invalid_argument("swm_device is smaller than version 1.0's");
          detail::describe_device(index, *device);
          return SWM_OK;
        });
      }};
  return &table;
}

/// The table of "swm.buffers/1".
inline const swm_buffers* buffers() {
  static constexpr swm_buffers table{
      sizeof(swm_buffers),
      SWM_CUDA,
      [](std::uint32_t device, std::size_t bytes, void** data, swm_error* e) {
        return sweepmark::detail::guard(e, [&] {
          use_device(device);
          check(cudaMalloc(data, bytes), "cudaMalloc");
          return SWM_OK;
        });
      },
      [](std::uint32_t device, void* data) {
        if (cudaSetDevice(static_cast<int>(device)) == cudaSuccess) (void)cudaFree(data);
      },
      [](std::uint32_t device, void* to, const void* from, std::size_t bytes, swm_error* e) {
        return sweepmark::detail::guard(e, [&] {
          use_device(device);
          check(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice), "copy to the device");
          return SWM_OK;
        });
      },
      [](std::uint32_t device, void* to, const void* from, std::size_t bytes, swm_error* e) {
        return sweepmark::detail::guard(e, [&] {
          use_device(device);
          check(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost), "copy from the device");
          return SWM_OK;
        });
      }};
  return &table;
}

/// The table of "swm.library/1": "CUDA runtime 13.0, nvcc 13.0.88 for 75;80;90".
inline const swm_library* library() {
  static constexpr swm_library table{sizeof(swm_library), 0, [] {
                                       static const std::string text =
                                           "CUDA runtime " + version_text(runtime_version()) +
                                           SWM_CUDA_BUILD;
                                       return text.c_str();
                                     }};
  return &table;
}

/// What `extension` answers of a plugin that has nothing else to offer; null for other ids.
inline const void* extension(const char* id) {
  if (std::strcmp(id, SWM_BUFFERS_EXTENSION) == 0) return buffers();
  if (std::strcmp(id, SWM_DEVICE_EXTENSION) == 0) return device_table();
  if (std::strcmp(id, SWM_LIBRARY_EXTENSION) == 0) return library();
  return nullptr;
}

}  // namespace sweepmark::cuda
