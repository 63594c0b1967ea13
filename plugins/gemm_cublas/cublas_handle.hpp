// The library behind this plugin: checked calls, one handle a device, its name.
#pragma once
#include <cublas_v2.h>

#include <cstdint>
#include <memory>

namespace sweepmark::cublas {

/// Throws std::bad_alloc where memory ran out, std::runtime_error with the call and cuBLAS's reason
/// for any other failure.
void check(cublasStatus_t status, const char* call);

/// A handle of one device, on the default stream. A handle holds megabytes of device memory, so
/// the instances of a device share one.
class Handle {
 public:
  /// The device must be current. Host thread only.
  static std::shared_ptr<Handle> of_device(std::uint32_t device_index);
  Handle();
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle();
  /// The handle, with scalars (alpha, beta, results of dot) on the host or on the device.
  cublasHandle_t with_scalars_on(cublasPointerMode_t mode) const;

 private:
  cublasHandle_t handle_ = nullptr;
};

/// "cuBLAS 13.0.2".
const char* describe();

}  // namespace sweepmark::cublas
