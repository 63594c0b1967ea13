// The plainest right kernels, on the ABI's operands: what verification must pass.
#pragma once
#include <sweepmark/abi.h>
#include <sweepmark/tensor.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace sweepmark::host::plain {

template <class T>
void gemm(const swm_operands& io) {
  const auto a = matrix<T>(*io.inputs[0]), b = matrix<T>(*io.inputs[1]), c = matrix<T>(*io.output);
  for (std::int64_t i = 0; i < c.rows; ++i) {
    std::fill_n(c.row(i), c.columns, T{0});
    for (std::int64_t p = 0; p < a.columns; ++p)
      for (std::int64_t j = 0; j < c.columns; ++j) c(i, j) += a(i, p) * b(p, j);
  }
}

/// The gradient at `params` over `batch` rows, in T throughout.
template <class T>
void gradient_at(const swm_problem& p, const swm_operands& io, const std::int32_t* rows,
                 std::int64_t batch, const T* params, T* grads) {
  const auto x = matrix<T>(*io.inputs[0]);
  const std::int64_t d = p.features, c = p.model == SWM_SOFTMAX ? p.outputs : 1;
  const std::int64_t count = p.model == SWM_BOWL ? d : (d + 1) * c;
  std::fill_n(grads, count, T{0});
  std::vector<T> z(static_cast<std::size_t>(c));
  for (std::int64_t i = 0; i < batch; ++i) {
    const T* row = x.row(rows[i]);
    if (p.model == SWM_BOWL) {
      for (std::int64_t f = 0; f < d; ++f) grads[f] += 2 * (params[f] - row[f]);
      continue;
    }
    for (std::int64_t j = 0; j < c; ++j) {
      T sum = params[d * c + j];
      for (std::int64_t f = 0; f < d; ++f) sum += row[f] * params[f * c + j];
      z[static_cast<std::size_t>(j)] = sum;
    }
    if (p.model == SWM_LINEAR) {
      z[0] -= static_cast<const T*>(io.inputs[1]->data)[rows[i]];
    } else {
      const T largest = *std::max_element(z.begin(), z.end());
      T total = 0;
      for (T& v : z) total += v = std::exp(v - largest);
      for (T& v : z) v /= total;
      z[static_cast<std::size_t>(static_cast<const std::int32_t*>(io.inputs[1]->data)[rows[i]])] -=
          1;
    }
    for (std::int64_t f = 0; f <= d; ++f)
      for (std::int64_t j = 0; j < c; ++j)
        grads[f * c + j] += (f < d ? row[f] : T{1}) * z[static_cast<std::size_t>(j)];
  }
  for (std::int64_t f = 0; f < count; ++f) grads[f] /= static_cast<T>(batch);
}

template <class T>
void gradient(const swm_problem& p, const swm_operands& io) {
  gradient_at<T>(p, io, static_cast<const std::int32_t*>(io.inputs[2]->data), p.batch,
                 static_cast<const T*>(io.inputs[3]->data), static_cast<T*>(io.output->data));
}

template <class T>
void sgd_epoch(const swm_problem& p, const swm_operands& io) {
  const auto order = vector<std::int32_t>(*io.inputs[2]);
  std::vector<std::int32_t> rows(order.data, order.data + order.length);
  std::mt19937_64 engine(p.seed);
  __extension__ using Wide = unsigned __int128;
  for (std::size_t i = rows.size(); i-- > 1;)
    std::swap(rows[i], rows[static_cast<std::size_t>((Wide{engine()} * (i + 1)) >> 64)]);
  const auto w = vector<T>(*io.output);
  std::copy_n(static_cast<const T*>(io.inputs[3]->data), w.length, w.data);
  std::vector<T> g(static_cast<std::size_t>(w.length));
  for (std::int64_t at = 0; at < p.examples; at += p.batch) {
    gradient_at<T>(p, io, rows.data() + at, std::min(p.batch, p.examples - at), w.data, g.data());
    for (std::int64_t f = 0; f < w.length; ++f)
      w[f] -= static_cast<T>(p.learning_rate) * g[static_cast<std::size_t>(f)];
  }
}

}  // namespace sweepmark::host::plain
