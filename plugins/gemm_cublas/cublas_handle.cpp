#include "cublas_handle.hpp"

#include <map>
#include <new>
#include <stdexcept>
#include <string>

namespace sweepmark::cublas {

void check(cublasStatus_t status, const char* call) {
  if (status == CUBLAS_STATUS_SUCCESS) return;
  if (status == CUBLAS_STATUS_ALLOC_FAILED) throw std::bad_alloc();
  throw std::runtime_error(std::string(call) + ": " + cublasGetStatusString(status));
}

Handle::Handle() { check(cublasCreate(&handle_), "cublasCreate"); }

Handle::~Handle() { (void)cublasDestroy(handle_); }

std::shared_ptr<Handle> Handle::of_device(std::uint32_t device_index) {
  static std::map<std::uint32_t, std::weak_ptr<Handle>> handles;
  auto handle = handles[device_index].lock();
  if (!handle) handles[device_index] = handle = std::make_shared<Handle>();
  return handle;
}

cublasHandle_t Handle::with_scalars_on(cublasPointerMode_t mode) const {
  check(cublasSetPointerMode(handle_, mode), "cublasSetPointerMode");
  return handle_;
}

const char* describe() {
  static const std::string text = [] {
    int version[3] = {};
    const libraryPropertyType parts[] = {MAJOR_VERSION, MINOR_VERSION, PATCH_LEVEL};
    for (int i = 0; i < 3; ++i)
      check(cublasGetProperty(parts[i], &version[i]), "cublasGetProperty");
    return "cuBLAS " + std::to_string(version[0]) + "." + std::to_string(version[1]) + "." +
           std::to_string(version[2]);
  }();
  return text.c_str();
}

}  // namespace sweepmark::cublas
