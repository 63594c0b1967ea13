// Matrix products on the device, written out: C[m x n] = A[m x k] * B[k x n], row-major.
#pragma once
#include <driver_types.h>

#include <cstdint>

#include "kernels/cuda/gemm_operands.hpp"

namespace sweepmark::kernels::cuda {

// Each launches on the default stream and returns without waiting; the status is that of the
// launches. T is float or double.

/// One thread an element of C, a dot product each.
template <class T>
cudaError_t gemm_elementwise(const Gemm<T>& g);
/// One launch a column of C, one warp a dot product.
template <class T>
cudaError_t gemm_column(const Gemm<T>& g);
/// One launch a block of `width` columns, each by gemm_tiled with the tile of tile_for_width.
template <class T>
cudaError_t gemm_column_block(const Gemm<T>& g, std::int64_t width);
/// Square tiles of A and B in shared memory, one thread an element of C; tile is 8, 16 or 32.
template <class T>
cudaError_t gemm_tiled(const Gemm<T>& g, int tile);
/// 8 x 8 elements a thread in registers, 128 x 128 or 64 x 64 a block, tiles of A and B double
/// buffered in shared memory, 16-byte loads where the rows allow them.
cudaError_t gemm_register_tiled(const Gemm<float>& g, int multiprocessors);

}  // namespace sweepmark::kernels::cuda
