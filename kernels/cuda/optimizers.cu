#include "kernels/cuda/optimizers.hpp"

#include "kernels/cuda/grid.hpp"

namespace sweepmark::kernels::cuda {
namespace {

constexpr int block = 256;

template <class T>
struct Sgd {
  T* params;
  const T* grads;
  T learning_rate;
  __device__ void operator()(std::int64_t i) const { params[i] -= learning_rate * grads[i]; }
};

template <class T>
struct Momentum {
  T* params;
  const T* grads;
  T* velocity;
  T learning_rate, momentum;
  __device__ void operator()(std::int64_t i) const {
    velocity[i] = momentum * velocity[i] + grads[i];
    params[i] -= learning_rate * velocity[i];
  }
};

template <class T>
struct Adam {
  T* params;
  const T* grads;
  T *first, *second;
  AdamStep<T> s;
  __device__ void operator()(std::int64_t i) const {
    const T g = grads[i];
    first[i] = s.beta1 * first[i] + s.fresh1 * g;
    second[i] = s.beta2 * second[i] + s.fresh2 * (g * g);
    params[i] -= s.step_size * first[i] / (sqrt(second[i]) * s.correction + s.epsilon);
  }
};

template <class Rule>
__global__ void update(Rule rule, std::int64_t length) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < length; i += step)
    rule(i);
}

template <class Rule>
cudaError_t launch(const Rule& rule, std::int64_t length) {
  if (length <= 0) return cudaSuccess;
  update<<<blocks_over(length, block, largest_grid_x), block>>>(rule, length);
  return cudaGetLastError();
}

}  // namespace

template <class T>
cudaError_t sgd_step(T* params, const T* grads, std::int64_t length, T learning_rate) {
  return launch(Sgd<T>{params, grads, learning_rate}, length);
}

template <class T>
cudaError_t momentum_step(T* params, const T* grads, T* velocity, std::int64_t length,
                          T learning_rate, T momentum) {
  return launch(Momentum<T>{params, grads, velocity, learning_rate, momentum}, length);
}

template <class T>
cudaError_t adam_step(T* params, const T* grads, T* first_moment, T* second_moment,
                      std::int64_t length, const AdamStep<T>& step) {
  return launch(Adam<T>{params, grads, first_moment, second_moment, step}, length);
}

template cudaError_t sgd_step(float*, const float*, std::int64_t, float);
template cudaError_t sgd_step(double*, const double*, std::int64_t, double);
template cudaError_t momentum_step(float*, const float*, float*, std::int64_t, float, float);
template cudaError_t momentum_step(double*, const double*, double*, std::int64_t, double, double);
template cudaError_t adam_step(float*, const float*, float*, float*, std::int64_t,
                               const AdamStep<float>&);
template cudaError_t adam_step(double*, const double*, double*, double*, std::int64_t,
                               const AdamStep<double>&);

}  // namespace sweepmark::kernels::cuda
