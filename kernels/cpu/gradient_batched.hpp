// Mean-loss gradients of a whole batch as matrix products over its rows: scores X_b W, then X_b^T
// times the residuals. Rows are read where they lie; nothing is gathered.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/cpu/gradient_batch.hpp"
#include "kernels/cpu/gradient_per_example.hpp"

namespace sweepmark::kernels {

namespace detail {

// Four scalar products at once: four independent chains of additions, and for long rows eight
// partial sums each, so that neither the latency of an addition nor scalar code is the limit.
template <class T, std::int64_t D>
void four_products(const T* const* x, const T* __restrict w, std::int64_t features,
                   T* __restrict r) {
  const std::int64_t d = D > 0 ? D : features;
  std::int64_t j = 0;
  if constexpr (D == 0) {
    constexpr std::int64_t lanes = 8;
    T sums[4][lanes] = {};
    for (; j + lanes <= d; j += lanes)
      for (std::int64_t i = 0; i < 4; ++i)
        for (std::int64_t l = 0; l < lanes; ++l) sums[i][l] += x[i][j + l] * w[j + l];
    for (std::int64_t i = 0; i < 4; ++i)
      r[i] += ((sums[i][0] + sums[i][1]) + (sums[i][2] + sums[i][3])) +
              ((sums[i][4] + sums[i][5]) + (sums[i][6] + sums[i][7]));
  }
  for (; j < d; ++j)
    for (std::int64_t i = 0; i < 4; ++i) r[i] += x[i][j] * w[j];
}

// Calls f(width, first) with widths 8, 4, 2, 1 (compile-time constants) that cover `columns`.
template <class F>
void for_column_tiles(std::int64_t columns, F&& f) {
  std::int64_t c = 0;
  for (; c + 8 <= columns; c += 8) f(std::integral_constant<std::int64_t, 8>{}, c);
  if (c + 4 <= columns) f(std::integral_constant<std::int64_t, 4>{}, c), c += 4;
  if (c + 2 <= columns) f(std::integral_constant<std::int64_t, 2>{}, c), c += 2;
  if (c < columns) f(std::integral_constant<std::int64_t, 1>{}, c);
}

// scores[R x outputs] = bias + R rows of X times W, a tile of W's columns at a time in registers.
template <class T, std::int64_t R>
void score_rows(const GradientBatch<T>& b, std::int64_t first, const T* __restrict params,
                T* __restrict scores) {
  const std::int64_t d = b.features, outputs = b.outputs;
  const T* x[R];
  for (std::int64_t i = 0; i < R; ++i) x[i] = b.example(first + i);
  for_column_tiles(outputs, [&](auto width, std::int64_t c) {
    constexpr std::int64_t W = decltype(width)::value;
    T tile[R][W];
    for (std::int64_t i = 0; i < R; ++i)
      for (std::int64_t l = 0; l < W; ++l) tile[i][l] = params[d * outputs + c + l];
    for (std::int64_t j = 0; j < d; ++j)
      for (std::int64_t i = 0; i < R; ++i)
        for (std::int64_t l = 0; l < W; ++l) tile[i][l] += x[i][j] * params[j * outputs + c + l];
    for (std::int64_t i = 0; i < R; ++i)
      for (std::int64_t l = 0; l < W; ++l) scores[i * outputs + c + l] = tile[i][l];
  });
}

// F rows of grads = the same F columns of X, transposed, times residuals[batch x outputs].
template <class T, std::int64_t F>
void transposed_product(const GradientBatch<T>& b, std::int64_t j, const T* __restrict residuals,
                        T* __restrict grads) {
  const std::int64_t outputs = b.outputs;
  for_column_tiles(outputs, [&](auto width, std::int64_t c) {
    constexpr std::int64_t W = decltype(width)::value;
    T tile[F][W] = {};
    for (std::int64_t i = 0; i < b.batch; ++i) {
      const T* x = b.example(i) + j;
      const T* r = residuals + i * outputs + c;
      for (std::int64_t f = 0; f < F; ++f)
        for (std::int64_t l = 0; l < W; ++l) tile[f][l] += x[f] * r[l];
    }
    for (std::int64_t f = 0; f < F; ++f)
      for (std::int64_t l = 0; l < W; ++l) grads[(j + f) * outputs + c + l] = tile[f][l];
  });
}

}  // namespace detail

/// As linear_gradient_per_example, four rows at a time: residuals X_b w + bias - y, then
/// X_b^T residuals.
template <class T, std::int64_t D = 0>
void linear_gradient_batched(const GradientBatch<T>& b, const T* __restrict params,
                             T* __restrict grads) {
  const std::int64_t d = D > 0 ? D : b.features;
  for (std::int64_t j = 0; j <= d; ++j) grads[j] = T{0};
  std::int64_t i = 0;
  for (; i + 4 <= b.batch; i += 4) {
    const T* x[4];
    T r[4];
    for (std::int64_t k = 0; k < 4; ++k) {
      x[k] = b.example(i + k);
      r[k] = params[d] - b.y[b.rows[i + k]];
    }
    detail::four_products<T, D>(x, params, d, r);
    for (std::int64_t j = 0; j < d; ++j)
      grads[j] += (r[0] * x[0][j] + r[1] * x[1][j]) + (r[2] * x[2][j] + r[3] * x[3][j]);
    grads[d] += (r[0] + r[1]) + (r[2] + r[3]);
  }
  for (; i < b.batch; ++i) {
    const T* x = b.example(i);
    T residual = params[d] - b.y[b.rows[i]];
    for (std::int64_t j = 0; j < d; ++j) residual += x[j] * params[j];
    for (std::int64_t j = 0; j < d; ++j) grads[j] += residual * x[j];
    grads[d] += residual;
  }
  const T scale = T{1} / static_cast<T>(b.batch);
  for (std::int64_t j = 0; j <= d; ++j) grads[j] *= scale;
}

/// As softmax_gradient_per_example, as two matrix products; scratch holds batch * outputs values.
template <class T>
void softmax_gradient_batched(const GradientBatch<T>& b, const T* __restrict params,
                              T* __restrict grads, T* __restrict scratch) {
  const std::int64_t d = b.features, outputs = b.outputs;
  std::int64_t i = 0;
  for (; i + 4 <= b.batch; i += 4) detail::score_rows<T, 4>(b, i, params, scratch + i * outputs);
  for (; i < b.batch; ++i) detail::score_rows<T, 1>(b, i, params, scratch + i * outputs);
  const T scale = T{1} / static_cast<T>(b.batch);
  for (i = 0; i < b.batch; ++i)
    softmax_residual(scratch + i * outputs, outputs, b.labels[b.rows[i]], scale);
  std::int64_t j = 0;
  for (; j + 4 <= d; j += 4) detail::transposed_product<T, 4>(b, j, scratch, grads);
  for (; j < d; ++j) detail::transposed_product<T, 1>(b, j, scratch, grads);
  for (std::int64_t c = 0; c < outputs; ++c) grads[d * outputs + c] = T{0};
  for (i = 0; i < b.batch; ++i)
    for (std::int64_t c = 0; c < outputs; ++c) grads[d * outputs + c] += scratch[i * outputs + c];
}

/// As bowl_gradient_per_example, by the mean of the batch: 2 (params - mean x).
template <class T>
void bowl_gradient_batched(const GradientBatch<T>& b, const T* __restrict params,
                           T* __restrict grads) {
  for (std::int64_t j = 0; j < b.features; ++j) grads[j] = T{0};
  for (std::int64_t i = 0; i < b.batch; ++i) {
    const T* x = b.example(i);
    for (std::int64_t j = 0; j < b.features; ++j) grads[j] += x[j];
  }
  const T scale = T{1} / static_cast<T>(b.batch);
  for (std::int64_t j = 0; j < b.features; ++j) grads[j] = T{2} * (params[j] - grads[j] * scale);
}

}  // namespace sweepmark::kernels
