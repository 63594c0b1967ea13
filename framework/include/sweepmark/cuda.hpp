// Opt-in, for plugins on an NVIDIA GPU: checked calls, device memory, the event timer as the
// boundary's timer, and the cache flush. The extensions are in cuda_extensions.hpp.
//
// For .cpp and .cu files alike; link the static CUDA runtime (CUDA::cudart_static), so that the
// plugin loads on a machine without a driver and `supports` can say so.
//
// Order of work: a kernel or optimizer on a device puts its work on the default stream, or makes
// the default stream wait for it. Plugins share the device's primary context and with it that
// stream, so a gradient of one plugin and an optimizer of another follow each other without a wait.
//
// The first launch of a kernel loads its code. It is never timed: the host runs, fetches and
// verifies every case before its first sample.
#pragma once
#include <cuda_runtime_api.h>
#include <sweepmark/plugin.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace sweepmark::cuda {

/// A CUDA call failed; the text names the call and CUDA's reason.
class Error : public std::runtime_error {
 public:
  Error(const std::string& call, cudaError_t status)
      : std::runtime_error(call + ": " + cudaGetErrorString(status)), status_(status) {}
  cudaError_t status() const { return status_; }

 private:
  cudaError_t status_;
};

/// Throws std::bad_alloc where memory ran out, Error for any other failure.
inline void check(cudaError_t status, const char* call) {
  if (status == cudaSuccess) return;
  (void)cudaGetLastError();  // a failed launch would be reported again by the next call
  if (status == cudaErrorMemoryAllocation) throw std::bad_alloc();
  throw Error(call, status);
}

/// "13.0" for 13000, "none" for 0.
inline std::string version_text(int version) {
  if (version <= 0) return "none";
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// The newest CUDA version the driver does; 0 without a driver.
inline int driver_version() {
  int version = 0;
  return cudaDriverGetVersion(&version) == cudaSuccess ? version : 0;
}
inline int runtime_version() {
  int version = 0;
  return cudaRuntimeGetVersion(&version) == cudaSuccess ? version : 0;
}

/// How many devices there are, with the reason when there is none. Asked once: it cannot change.
struct Devices {
  std::uint32_t count = 0;
  std::string reason;
};
inline const Devices& devices() {
  static const Devices found = [] {
    Devices d;
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    (void)cudaGetLastError();
    if (status == cudaSuccess && count > 0) {
      d.count = static_cast<std::uint32_t>(count);
      return d;
    }
    d.reason = "no CUDA device (driver " + version_text(driver_version()) + ", runtime " +
               version_text(runtime_version());
    if (status != cudaSuccess) d.reason += std::string("; ") + cudaGetErrorString(status);
    d.reason += ")";
    return d;
  }();
  return found;
}

/// What `supports` of a device kernel answers first.
inline Support device_present(std::uint32_t device_index) {
  const Devices& found = devices();
  if (found.count == 0) return unsupported(found.reason);
  if (device_index >= found.count)
    return unsupported("no CUDA device " + std::to_string(device_index) + ", expected 0 to " +
                       std::to_string(found.count - 1));
  return supported();
}

/// An attribute of a device, or -1 when the driver does not know it.
inline int attribute(std::uint32_t device_index, cudaDeviceAttr which) {
  int value = -1;
  if (cudaDeviceGetAttribute(&value, which, static_cast<int>(device_index)) != cudaSuccess) {
    (void)cudaGetLastError();
    return -1;
  }
  return value;
}

/// Makes the device the calling thread's current one.
inline void use_device(std::uint32_t device_index) {
  check(cudaSetDevice(static_cast<int>(device_index)), "cudaSetDevice");
}

/// `count` elements of T in the current device's memory, contents undefined; 256-byte aligned.
template <class T>
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t count) : count_(count) {
    if (count != 0)
      check(cudaMalloc(reinterpret_cast<void**>(&data_), count * sizeof(T)), "cudaMalloc");
  }
  Buffer(Buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
    return *this;
  }
  ~Buffer() { (void)cudaFree(data_); }

  T* data() const { return data_; }
  std::size_t size() const { return count_; }

 private:
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

class Event {
 public:
  Event() { check(cudaEventCreate(&event_), "cudaEventCreate"); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() { (void)cudaEventDestroy(event_); }
  /// Into the default stream of the current device.
  void record() { check(cudaEventRecord(event_, nullptr), "cudaEventRecord"); }
  void wait() { check(cudaEventSynchronize(event_), "cudaEventSynchronize"); }
  double nanoseconds_since(const Event& earlier) const {
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, earlier.event_, event_), "cudaEventElapsedTime");
    return static_cast<double>(milliseconds) * 1e6;
  }

 private:
  cudaEvent_t event_ = nullptr;
};

/// The device's time from start() to the end of all work begun since, on any stream: after the stop
/// event the whole device is waited for, and where that wait is more than an idle device's, the
/// time runs until its end. Work of less than that wait (microseconds a stop, not a call) on a
/// stream the default one does not wait for can escape; work inside run(n) for large n cannot.
class EventTimer {
 public:
  EventTimer() {
    for (int i = 0; i < 8; ++i) idle_wait_ns_ = std::max(idle_wait_ns_, wait_for_device());
  }
  void start() {
    wait_for_device();
    begin_.record();
  }
  /// Nanoseconds.
  double stop() {
    end_.record();
    end_.wait();
    if (wait_for_device() <= 2 * idle_wait_ns_ + 1000) return end_.nanoseconds_since(begin_);
    late_end_.record();
    late_end_.wait();
    return late_end_.nanoseconds_since(begin_);
  }

 private:
  static double wait_for_device() {
    const auto before = std::chrono::steady_clock::now();
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - before)
        .count();
  }
  Event begin_, end_, late_end_;
  double idle_wait_ns_ = 0;
};

/// Empties the second-level cache: resets lines marked persisting, then writes twice its size.
class CacheFlush {
 public:
  explicit CacheFlush(std::uint32_t device_index)
      : scratch_(2 * static_cast<std::size_t>(
                         std::max(0, attribute(device_index, cudaDevAttrL2CacheSize)))) {}
  void operator()() {
    (void)cudaCtxResetPersistingL2Cache();  // refused by devices that have no such lines
    (void)cudaGetLastError();
    if (scratch_.size() != 0)
      check(cudaMemsetAsync(scratch_.data(), 0, scratch_.size(), nullptr), "cudaMemsetAsync");
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  }

 private:
  Buffer<std::byte> scratch_;
};

/// What a kernel or optimizer on a device derives from: its device, the boundary's timer and the
/// cache flush. `tensors` must lie on the device; throws std::invalid_argument where one does not.
class OnDevice {
 public:
  explicit OnDevice(std::uint32_t device_index) : device_index_(activated(device_index)) {}
  void start_timer() {
    activate();
    timer_.start();
  }
  double stop_timer() { return timer_.stop(); }
  void flush_cache() {
    activate();
    if (!flush_) flush_.emplace(device_index_);
    (*flush_)();
  }

 protected:
  /// First in every run: another instance may have chosen another device.
  void activate() const { use_device(device_index_); }
  std::uint32_t device_index() const { return device_index_; }
  static const swm_tensor& on_device(const swm_tensor& tensor) {
    if (tensor.device != SWM_CUDA)
      throw std::invalid_argument("an operand lies in host memory, expected it on the device");
    return tensor;
  }

 private:
  static std::uint32_t activated(std::uint32_t device_index) {
    use_device(device_index);
    return device_index;
  }
  std::uint32_t device_index_;
  EventTimer timer_;
  std::optional<CacheFlush> flush_;
};

}  // namespace sweepmark::cuda
