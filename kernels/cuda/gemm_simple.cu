// The products that teach: one thread an element, one launch a column, tiles in shared memory.
#include <algorithm>

#include "kernels/cuda/gemm.hpp"
#include "kernels/cuda/grid.hpp"

namespace sweepmark::kernels::cuda {
namespace {

constexpr int warp = 32;
constexpr unsigned every_lane = 0xffffffffU;

dim3 blocks(Extent e) { return {e.x, e.y, 1}; }

template <class T>
__global__ void elementwise(Gemm<T> g) {
  const std::int64_t down = std::int64_t{gridDim.y} * blockDim.y;
  const std::int64_t across = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.y} * blockDim.y + threadIdx.y; i < g.m; i += down)
    for (std::int64_t j = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; j < g.n;
         j += across) {
      T sum = 0;
      for (std::int64_t p = 0; p < g.k; ++p) sum += g.a[i * g.lda + p] * g.b[p * g.ldb + j];
      g.c[i * g.ldc + j] = sum;
    }
}

// Column 0 of B and C. The lanes read A's row next to each other.
template <class T>
__global__ void column(Gemm<T> g) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.y;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.y + threadIdx.y; i < g.m; i += step) {
    T sum = 0;
    for (std::int64_t p = threadIdx.x; p < g.k; p += warp)
      sum += g.a[i * g.lda + p] * g.b[p * g.ldb];
    for (int offset = warp / 2; offset > 0; offset /= 2)
      sum += __shfl_down_sync(every_lane, sum, offset);
    if (threadIdx.x == 0) g.c[i * g.ldc] = sum;
  }
}

template <class T, int Tile>
__device__ void tile_product(const Gemm<T>& g, std::int64_t first_row, std::int64_t first_column) {
  __shared__ T a[Tile][Tile], b[Tile][Tile];
  const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y);
  const std::int64_t i = first_row + y, j = first_column + x;
  T sum = 0;
  for (std::int64_t p = 0; p < g.k; p += Tile) {
    a[y][x] = i < g.m && p + x < g.k ? g.a[i * g.lda + p + x] : T{0};
    b[y][x] = p + y < g.k && j < g.n ? g.b[(p + y) * g.ldb + j] : T{0};
    __syncthreads();
    for (int q = 0; q < Tile; ++q) sum += a[y][q] * b[q][x];
    __syncthreads();
  }
  if (i < g.m && j < g.n) g.c[i * g.ldc + j] = sum;
}

template <class T, int Tile>
__global__ void __launch_bounds__(Tile* Tile) tiled(Gemm<T> g) {
  for (std::int64_t i = std::int64_t{blockIdx.y} * Tile; i < g.m;
       i += std::int64_t{gridDim.y} * Tile)
    for (std::int64_t j = std::int64_t{blockIdx.x} * Tile; j < g.n;
         j += std::int64_t{gridDim.x} * Tile)
      tile_product<T, Tile>(g, i, j);
}

template <class T, int Tile>
cudaError_t launch_tiled(const Gemm<T>& g) {
  tiled<T, Tile><<<blocks(grid_covering(g.m, g.n, Tile, Tile)), dim3(Tile, Tile)>>>(g);
  return cudaGetLastError();
}

template <class T>
bool empty(const Gemm<T>& g) {
  return g.m <= 0 || g.n <= 0;
}

}  // namespace

template <class T>
cudaError_t gemm_elementwise(const Gemm<T>& g) {
  if (empty(g)) return cudaSuccess;
  const dim3 block(32, 8);
  elementwise<T><<<blocks(grid_covering(g.m, g.n, block.y, block.x)), block>>>(g);
  return cudaGetLastError();
}

template <class T>
cudaError_t gemm_column(const Gemm<T>& g) {
  if (empty(g)) return cudaSuccess;
  const dim3 block(warp, 8);
  const unsigned count = blocks_over(g.m, block.y, largest_grid_x);
  for (std::int64_t j = 0; j < g.n; ++j) {
    column<T><<<count, block>>>(g.columns(j, 1));
    if (const auto status = cudaGetLastError(); status != cudaSuccess) return status;
  }
  return cudaSuccess;
}

template <class T>
cudaError_t gemm_tiled(const Gemm<T>& g, int tile) {
  if (empty(g)) return cudaSuccess;
  if (tile == 8) return launch_tiled<T, 8>(g);
  if (tile == 16) return launch_tiled<T, 16>(g);
  if (tile == 32) return launch_tiled<T, 32>(g);
  return cudaErrorInvalidValue;
}

template <class T>
cudaError_t gemm_column_block(const Gemm<T>& g, std::int64_t width) {
  if (empty(g)) return cudaSuccess;
  if (width < 1) return cudaErrorInvalidValue;
  for (std::int64_t j = 0, w = 0; j < g.n; j += w) {
    w = std::min(width, g.n - j);
    const auto status = gemm_tiled(g.columns(j, w), tile_for_width(w));
    if (status != cudaSuccess) return status;
  }
  return cudaSuccess;
}

template cudaError_t gemm_elementwise(const Gemm<float>&);
template cudaError_t gemm_elementwise(const Gemm<double>&);
template cudaError_t gemm_column(const Gemm<float>&);
template cudaError_t gemm_column(const Gemm<double>&);
template cudaError_t gemm_tiled(const Gemm<float>&, int);
template cudaError_t gemm_tiled(const Gemm<double>&, int);
template cudaError_t gemm_column_block(const Gemm<float>&, std::int64_t);
template cudaError_t gemm_column_block(const Gemm<double>&, std::int64_t);

}  // namespace sweepmark::kernels::cuda
