// The threads of the OpenMP runtime that the library behind a plugin brings along.
#pragma once
#include <algorithm>
#include <cstdint>

// Weak and without omp.h: the loader binds them to the runtime the library itself depends on, which
// need not be the one of the compiler that built the plugin.
extern "C" {
[[gnu::weak]] void omp_set_num_threads(int threads);
[[gnu::weak]] int omp_get_max_threads(void);
}

namespace sweepmark {

inline bool has_openmp() { return omp_set_num_threads != nullptr; }

/// The next parallel region begun on this thread gets up to `threads` threads. It wins over
/// OMP_NUM_THREADS, which the runtime reads once, at load. Asking first keeps it at a read when
/// nothing changes.
inline void use_openmp_threads(int threads) {
  if (has_openmp() && omp_get_max_threads() != threads) omp_set_num_threads(threads);
}

inline std::uint32_t openmp_threads() {
  return has_openmp() ? static_cast<std::uint32_t>(std::max(1, omp_get_max_threads())) : 1;
}

}  // namespace sweepmark
