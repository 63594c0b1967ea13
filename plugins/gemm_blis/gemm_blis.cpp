// The whole product through BLIS's typed interface, whose matrices have a row and a column stride.
//
// Threads: a row's `threads` wins over BLIS_NUM_THREADS and OMP_NUM_THREADS.
// The code path is the one BLIS picks for this processor; BLIS_ARCH_TYPE in the environment, a
// number of its arch_t, overrules it (0.9 takes processors it does not know for generic ones).
#include <blis.h>

#include <cstring>
#include <limits>
#include <string>

#include "plugins/gemm_peers/whole_product.hpp"

namespace {

using namespace sweepmark;

constexpr std::int64_t largest_dimension =
    static_cast<std::int64_t>(std::numeric_limits<dim_t>::max());

void multiply(Matrix<const float> a, Matrix<const float> b, Matrix<float> c) {
  float one = 1, zero = 0;
  bli_sgemm(BLIS_NO_TRANSPOSE, BLIS_NO_TRANSPOSE, c.rows, c.columns, a.columns, &one,
            const_cast<float*>(a.data), a.stride, 1, const_cast<float*>(b.data), b.stride, 1, &zero,
            c.data, c.stride, 1);
}
void multiply(Matrix<const double> a, Matrix<const double> b, Matrix<double> c) {
  double one = 1, zero = 0;
  bli_dgemm(BLIS_NO_TRANSPOSE, BLIS_NO_TRANSPOSE, c.rows, c.columns, a.columns, &one,
            const_cast<double*>(a.data), a.stride, 1, const_cast<double*>(b.data), b.stride, 1,
            &zero, c.data, c.stride, 1);
}

class Full : WholeProduct {
 public:
  static constexpr Info info{"gemm.blis.full", "1.0.0", "one BLIS gemm call"};
  static Support supports(const Problem& problem, Tuning) {
    return supports_product(problem, largest_dimension);
  }
  Full(const Problem& problem, Tuning, const Operands& operands)
      : WholeProduct(problem, operands, largest_dimension), threads_(problem.threads) {
    bli_thread_set_num_threads(threads_);
  }
  void run() {
    if (bli_thread_get_num_threads() != threads_) bli_thread_set_num_threads(threads_);
    with_matrices([](const auto& a, const auto& b, const auto& c) { multiply(a, b, c); });
  }
  std::uint32_t threads_used() const {
    const bool threaded = bli_info_get_enable_openmp() != 0 || bli_info_get_enable_pthreads() != 0;
    return threaded ? static_cast<std::uint32_t>(threads_) : 1;
  }

 private:
  dim_t threads_;
};

const char* describe() {
  // Asked for its path before it is set up, BLIS aborts when BLIS_ARCH_TYPE names one.
  bli_init();
  static const std::string text = std::string("BLIS ") + bli_info_get_version_str() + ", arch " +
                                  bli_arch_string(bli_arch_query_id()) +
                                  (bli_info_get_enable_openmp() != 0     ? ", OpenMP"
                                   : bli_info_get_enable_pthreads() != 0 ? ", pthreads"
                                                                         : ", one thread");
  return text.c_str();
}

const void* extension(const char* id) noexcept {
  static constexpr swm_library library{sizeof(swm_library), 0, describe};
  return std::strcmp(id, SWM_LIBRARY_EXTENSION) == 0 ? &library : nullptr;
}

}  // namespace

SWEEPMARK_PLUGIN_WITH_EXTENSIONS("gemm_blis", "1.0.0", extension, Full)
