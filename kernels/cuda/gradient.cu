#include "kernels/cuda/gradient.hpp"

#include "kernels/cuda/grid.hpp"

namespace sweepmark::kernels::cuda {
namespace {

constexpr int warp = 32, warps_a_block = 4;
constexpr unsigned every_lane = 0xffffffffU;

template <class T>
__device__ T sum_of_lanes(T v) {
  for (int offset = warp / 2; offset > 0; offset /= 2) v += __shfl_xor_sync(every_lane, v, offset);
  return v;
}
template <class T>
__device__ T largest_of_lanes(T v) {
  for (int offset = warp / 2; offset > 0; offset /= 2) {
    const T other = __shfl_xor_sync(every_lane, v, offset);
    v = other > v ? other : v;
  }
  return v;
}

// The examples of this warp, one after another: calls f(place in the batch, row of X).
template <class T, class F>
__device__ void for_examples(const Batch<T>& b, F&& f) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.y;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.y + threadIdx.y; i < b.batch; i += step)
    f(i, std::int64_t{b.rows[i]});
}

template <class T>
__global__ void linear_residuals(Batch<T> b) {
  for_examples(b, [&](std::int64_t i, std::int64_t row) {
    const T* x = b.x + row * b.stride;
    T sum = 0;
    for (std::int64_t j = threadIdx.x; j < b.features; j += warp) sum += x[j] * b.params[j];
    sum = sum_of_lanes(sum);
    if (threadIdx.x == 0) b.residuals[i] = sum + b.params[b.features] - b.y[row];
  });
}

// Each lane keeps to its own outputs, so it reads back only what it wrote itself.
template <class T>
__global__ void softmax_residuals(Batch<T> b) {
  for_examples(b, [&](std::int64_t i, std::int64_t row) {
    const T* x = b.x + row * b.stride;
    T* r = b.residuals + i * b.outputs;
    T largest = -INFINITY;
    for (std::int64_t o = threadIdx.x; o < b.outputs; o += warp) {
      T score = b.params[b.features * b.outputs + o];
      for (std::int64_t j = 0; j < b.features; ++j) score += x[j] * b.params[j * b.outputs + o];
      r[o] = score;
      largest = score > largest ? score : largest;
    }
    largest = largest_of_lanes(largest);
    T sum = 0;
    for (std::int64_t o = threadIdx.x; o < b.outputs; o += warp) sum += r[o] = exp(r[o] - largest);
    sum = sum_of_lanes(sum);
    const std::int64_t label = b.labels[row];
    for (std::int64_t o = threadIdx.x; o < b.outputs; o += warp)
      r[o] = r[o] / sum - (o == label ? T{1} : T{0});
  });
}

// Parameter p = j * outputs + o is the sum over the batch of x_j (1 for the bias) times residual o.
// Parts of the batch first, then the parts in order of y.
template <class T, bool Bowl>
__global__ void sum_over_batch(Batch<T> b, std::int64_t parameters) {
  extern __shared__ double shared[];
  T* parts = reinterpret_cast<T*>(shared);
  const std::int64_t p = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  T sum = 0;
  if (p < parameters) {
    const std::int64_t j = p / b.outputs, o = p % b.outputs;
    for (std::int64_t i = threadIdx.y; i < b.batch; i += blockDim.y) {
      const T x = j < b.features ? b.x[std::int64_t{b.rows[i]} * b.stride + j] : T{1};
      sum += Bowl ? x : x * b.residuals[i * b.outputs + o];
    }
  }
  parts[threadIdx.y * blockDim.x + threadIdx.x] = sum;
  for (unsigned half = blockDim.y / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.y < half)
      parts[threadIdx.y * blockDim.x + threadIdx.x] +=
          parts[(threadIdx.y + half) * blockDim.x + threadIdx.x];
  }
  if (threadIdx.y != 0 || p >= parameters) return;
  const T mean = parts[threadIdx.x] / static_cast<T>(b.batch);
  b.grads[p] = Bowl ? T{2} * (b.params[p] - mean) : mean;
}

unsigned residual_blocks(std::int64_t batch) {
  return blocks_over(batch, warps_a_block, largest_grid_x);
}

template <class T, bool Bowl>
cudaError_t launch_sums(const Batch<T>& b, std::int64_t parameters) {
  if (const auto status = cudaGetLastError(); status != cudaSuccess) return status;
  const SumShape shape = sum_shape(parameters, b.batch);
  const std::int64_t blocks = divide_up(parameters, shape.x);
  if (blocks > largest_grid_x) return cudaErrorInvalidConfiguration;
  sum_over_batch<T, Bowl><<<static_cast<unsigned>(blocks), dim3(shape.x, shape.y),
                            std::size_t{shape.x} * shape.y * sizeof(T)>>>(b, parameters);
  return cudaGetLastError();
}

}  // namespace

template <class T>
cudaError_t linear_gradient(const Batch<T>& b) {
  linear_residuals<T><<<residual_blocks(b.batch), dim3(warp, warps_a_block)>>>(b);
  return launch_sums<T, false>(b, b.features + 1);
}

template <class T>
cudaError_t softmax_gradient(const Batch<T>& b) {
  softmax_residuals<T><<<residual_blocks(b.batch), dim3(warp, warps_a_block)>>>(b);
  return launch_sums<T, false>(b, (b.features + 1) * b.outputs);
}

template <class T>
cudaError_t bowl_gradient(const Batch<T>& b) {
  return launch_sums<T, true>(b, b.features);
}

template cudaError_t linear_gradient(const Batch<float>&);
template cudaError_t linear_gradient(const Batch<double>&);
template cudaError_t softmax_gradient(const Batch<float>&);
template cudaError_t softmax_gradient(const Batch<double>&);
template cudaError_t bowl_gradient(const Batch<float>&);
template cudaError_t bowl_gradient(const Batch<double>&);

}  // namespace sweepmark::kernels::cuda
