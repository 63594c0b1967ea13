#include "kernels/cuda/ceilings.hpp"

#include "kernels/cuda/grid.hpp"

namespace sweepmark::kernels::cuda {
namespace {

constexpr int block = 256;
constexpr int chains = 8;

// Elements of one thread lie blockDim apart, so a warp's loads are next to each other.
template <class T>
__global__ void __launch_bounds__(block) fma(const T* __restrict__ x, const T* __restrict__ c,
                                             T* __restrict__ y, std::int64_t n, std::int64_t k) {
  const T factor = c[0], term = c[1];
  const std::int64_t step = std::int64_t{gridDim.x} * block * chains;
  for (std::int64_t first = std::int64_t{blockIdx.x} * block * chains + threadIdx.x; first < n;
       first += step) {
    T v[chains];
#pragma unroll
    for (int l = 0; l < chains; ++l) {
      const std::int64_t i = first + std::int64_t{l} * block;
      v[l] = i < n ? x[i] : T{0};
    }
#pragma unroll 8
    for (std::int64_t q = 0; q < k; ++q)
#pragma unroll
      for (int l = 0; l < chains; ++l) v[l] = v[l] * factor + term;
#pragma unroll
    for (int l = 0; l < chains; ++l) {
      const std::int64_t i = first + std::int64_t{l} * block;
      if (i < n) y[i] = v[l];
    }
  }
}

template <class T>
__device__ void store_block_sum(T sum, T* to) {
  __shared__ T parts[block / 32];
  for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffffU, sum, offset);
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (int w = 1; w < block / 32; ++w) sum += parts[w];
  *to = sum;
}

// Four loads in flight a thread: bandwidth needs bytes on their way.
template <class T>
__global__ void __launch_bounds__(block)
    partial_sums(const T* __restrict__ x, std::int64_t n, T* __restrict__ parts) {
  const std::int64_t step = std::int64_t{gridDim.x} * block;
  T sums[4] = {};
  std::int64_t i = std::int64_t{blockIdx.x} * block + threadIdx.x;
  for (; i + 3 * step < n; i += 4 * step)
#pragma unroll
    for (int l = 0; l < 4; ++l) sums[l] += x[i + l * step];
  for (; i < n; i += step) sums[0] += x[i];
  store_block_sum((sums[0] + sums[1]) + (sums[2] + sums[3]), parts + blockIdx.x);
}

template <class T>
__global__ void __launch_bounds__(block)
    sum_of_parts(const T* __restrict__ parts, int count, T* __restrict__ sum) {
  T own = 0;
  for (int i = static_cast<int>(threadIdx.x); i < count; i += block) own += parts[i];
  store_block_sum(own, sum);
}

template <class T>
__global__ void __launch_bounds__(block)
    triad(T* __restrict__ a, const T* __restrict__ b, const T* __restrict__ c,
          const T* __restrict__ s, std::int64_t n) {
  const T scale = s[0];
  const std::int64_t step = std::int64_t{gridDim.x} * block;
  for (std::int64_t i = std::int64_t{blockIdx.x} * block + threadIdx.x; i < n; i += step)
    a[i] = b[i] + scale * c[i];
}

}  // namespace

template <class T>
cudaError_t fma_chains(const T* x, const T* c, T* y, std::int64_t n, std::int64_t k) {
  if (n <= 0) return cudaSuccess;
  fma<T><<<blocks_over(n, std::int64_t{block} * chains, largest_grid_x), block>>>(x, c, y, n, k);
  return cudaGetLastError();
}

template <class T>
cudaError_t stream_read(const T* x, std::int64_t n, T* parts, T* sum) {
  const auto count = blocks_over(n, std::int64_t{block} * 4, read_parts);
  if (count != 0) {
    partial_sums<T><<<count, block>>>(x, n, parts);
    if (const auto status = cudaGetLastError(); status != cudaSuccess) return status;
  }
  sum_of_parts<T><<<1, block>>>(parts, static_cast<int>(count), sum);
  return cudaGetLastError();
}

template <class T>
cudaError_t stream_triad(T* a, const T* b, const T* c, const T* s, std::int64_t n) {
  if (n <= 0) return cudaSuccess;
  triad<T><<<blocks_over(n, block, largest_grid_x), block>>>(a, b, c, s, n);
  return cudaGetLastError();
}

template cudaError_t fma_chains(const float*, const float*, float*, std::int64_t, std::int64_t);
template cudaError_t fma_chains(const double*, const double*, double*, std::int64_t, std::int64_t);
template cudaError_t stream_read(const float*, std::int64_t, float*, float*);
template cudaError_t stream_read(const double*, std::int64_t, double*, double*);
template cudaError_t stream_triad(float*, const float*, const float*, const float*, std::int64_t);
template cudaError_t stream_triad(double*, const double*, const double*, const double*,
                                  std::int64_t);

}  // namespace sweepmark::kernels::cuda
