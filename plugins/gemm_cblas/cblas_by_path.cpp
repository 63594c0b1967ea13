#include "cblas_by_path.hpp"

#include <dlfcn.h>

#include <array>
#include <stdexcept>
#include <type_traits>

namespace sweepmark::cblas {
namespace {

int integer(std::int64_t value) { return static_cast<int>(value); }

void* open_library(const std::string& path) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(dlerror());
  return library;
}

// "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH ..." -> "OpenBLAS 0.3.21"
std::string first_two_words(const std::string& text) {
  return text.substr(0, text.find(' ', text.find(' ') + 1));
}

}  // namespace

template <class F>
F* CblasByPath::find(const char* name) const {
  return reinterpret_cast<F*>(dlsym(library_, name));
}

CblasByPath::CblasByPath(const std::string& path)
    : library_(open_library(path)),
      path_(path),
      sgemm_(find<std::remove_pointer_t<decltype(sgemm_)>>("cblas_sgemm")),
      dgemm_(find<std::remove_pointer_t<decltype(dgemm_)>>("cblas_dgemm")) {
  if (sgemm_ == nullptr || dgemm_ == nullptr)
    throw std::runtime_error(path + " has no " +
                             (sgemm_ == nullptr ? "cblas_sgemm" : "cblas_dgemm") +
                             ", expected a CBLAS with 32-bit dimensions");
  set_wide_ = find<void(std::int64_t)>("bli_thread_set_num_threads");
  if (set_wide_ != nullptr) return;
  for (const char* name : {"openblas_set_num_threads", "MKL_Set_Num_Threads",
                           "nvpl_blas_set_num_threads", "omp_set_num_threads"})
    if (set_int_ == nullptr) set_int_ = find<void(int)>(name);
}

void CblasByPath::gemm(std::int64_t m, std::int64_t n, std::int64_t k, const float* a,
                       std::int64_t lda, const float* b, std::int64_t ldb, float* c,
                       std::int64_t ldc) const {
  sgemm_(row_major, no_transpose, no_transpose, integer(m), integer(n), integer(k), 1, a,
         integer(lda), b, integer(ldb), 0, c, integer(ldc));
}
void CblasByPath::gemm(std::int64_t m, std::int64_t n, std::int64_t k, const double* a,
                       std::int64_t lda, const double* b, std::int64_t ldb, double* c,
                       std::int64_t ldc) const {
  dgemm_(row_major, no_transpose, no_transpose, integer(m), integer(n), integer(k), 1, a,
         integer(lda), b, integer(ldb), 0, c, integer(ldc));
}

void CblasByPath::use_threads(int threads) const {
  if (set_wide_ != nullptr)
    set_wide_(threads);
  else if (set_int_ != nullptr)
    set_int_(threads);
}

std::string CblasByPath::description() const {
  std::string text;
  if (auto* config = find<char*()>("openblas_get_config")) text += first_two_words(config()) + ", ";
  if (auto* core = find<char*()>("openblas_get_corename"))
    text += std::string("core ") + core() + ", ";
  // Asked for its path before it is set up, BLIS aborts when BLIS_ARCH_TYPE names one.
  if (auto* initialize = find<void()>("bli_init")) initialize();
  if (auto* version = find<char*()>("bli_info_get_version_str"))
    text += std::string("BLIS ") + version() + ", ";
  auto* arch = find<int()>("bli_arch_query_id");
  auto* arch_name = find<char*(int)>("bli_arch_string");
  if (arch != nullptr && arch_name != nullptr)
    text += std::string("arch ") + arch_name(arch()) + ", ";
  if (auto* version = find<void(char*, int)>("MKL_Get_Version_String")) {
    std::array<char, 200> words{};
    version(words.data(), static_cast<int>(words.size()) - 1);
    text += std::string(words.data()) + ", ";
  }
  return text + path_;
}

}  // namespace sweepmark::cblas
