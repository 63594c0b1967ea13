#include "cblas_library.hpp"

#include <dlfcn.h>

namespace sweepmark::blas {
namespace {

// "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH ..." -> "OpenBLAS 0.3.21"
std::string first_two_words(const std::string& text) {
  return text.substr(0, text.find(' ', text.find(' ') + 1));
}

std::string library_path() {
  Dl_info info{};
  auto* const function = reinterpret_cast<void*>(&cblas_sgemm);
  if (dladdr(function, &info) == 0 || info.dli_fname == nullptr) return "a CBLAS without a path";
  return info.dli_fname;
}

std::string description() {
  std::string text;
  if (openblas_get_config != nullptr) text = first_two_words(openblas_get_config()) + ", ";
  if (openblas_get_corename != nullptr)
    text += std::string("core ") + openblas_get_corename() + ", ";
  return text + library_path();
}

}  // namespace

bool sets_threads() { return openblas_set_num_threads != nullptr; }

void use_threads(int threads) {
  // Asking is a read of one number, setting takes a lock and may start threads.
  if (sets_threads() && threads_in_use() != threads) openblas_set_num_threads(threads);
}

int threads_in_use() {
  return openblas_get_num_threads != nullptr ? openblas_get_num_threads() : 1;
}

const char* describe() {
  static const std::string text = description();
  return text.c_str();
}

}  // namespace sweepmark::blas
