// PyTorch's own threads and those of the BLAS behind it.
#pragma once
#include <ATen/Parallel.h>

// Weak: there when the BLAS that libtorch was linked to is OpenBLAS, whose threads PyTorch's own
// call leaves alone.
extern "C" {
[[gnu::weak]] void openblas_set_num_threads(int threads);
[[gnu::weak]] int openblas_get_num_threads(void);
[[gnu::weak]] char* openblas_get_config(void);
[[gnu::weak]] char* openblas_get_corename(void);
}

namespace sweepmark::torch_peer {

/// The next calls use up to `threads` threads; wins over OMP_NUM_THREADS and OPENBLAS_NUM_THREADS,
/// which are read once, at load. A read of two numbers when nothing changes.
inline void use_threads(int threads) {
  if (at::get_num_threads() != threads) at::set_num_threads(threads);
  if (openblas_set_num_threads != nullptr && openblas_get_num_threads() != threads)
    openblas_set_num_threads(threads);
}

}  // namespace sweepmark::torch_peer
