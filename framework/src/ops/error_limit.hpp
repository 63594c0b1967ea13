// How far a correctly rounded computation may lie from the exact one.
#pragma once
#include <sweepmark/abi.h>

#include <cmath>
#include <limits>

#include "record/problem.hpp"

namespace sweepmark::host {

/// Unit roundoff u: half the distance from 1 to the next number.
constexpr double unit_roundoff(Dtype dtype) {
  return dtype == Dtype::f64   ? 0x1p-53
         : dtype == Dtype::f32 ? 0x1p-24
         : dtype == Dtype::f16 ? 0x1p-11
                               : 0x1p-8;
}

/// gamma_n = n u / (1 - n u): the relative error of n roundings in a row at most (Higham, Accuracy
/// and Stability of Numerical Algorithms, lemma 3.1). Infinity from n u = 1 on.
inline double gamma(double n, double u) {
  return n * u < 1 ? n * u / (1 - n * u) : std::numeric_limits<double>::infinity();
}

/// The limit for one element of A*B: relative * (|A||B|)_ij + absolute.
struct ProductLimit {
  double relative = 0, absolute = 0;
};

/// For sums of k products in `dtype` under the contract `math`.
/// Rounding of sums and products: min(gamma_k, 6 sqrt(k) u); the second is the probabilistic bound
/// of Higham and Mary (SIAM J. Sci. Comput. 41, 2019) with lambda = 6. Rounding of the inputs by a
/// relative d each changes a product by at most 2d + d^2, and, as the products of normal inputs
/// have independent signs, a sum of k by 6 / sqrt(k) of that in the same sense. d = 2^-10 for TF32
/// (hardware may truncate), 2^-8 for BF16, 2^-11 for FP16, which also has an absolute part: below
/// 2^-14 its spacing is 2^-24, and normal inputs here are at most 6.
inline ProductLimit product_limit(Dtype dtype, swm_math math, double k) {
  if (!(k > 0)) return {};
  const double u = unit_roundoff(dtype);
  const double independent = std::fmin(1, 6 / std::sqrt(k));
  ProductLimit limit{std::fmin(gamma(k, u), 6 * std::sqrt(k) * u), 0};
  const double d = math == SWM_MATH_TF32   ? 0x1p-10
                   : math == SWM_MATH_BF16 ? 0x1p-8
                   : math == SWM_MATH_FP16 ? 0x1p-11
                                           : 0;
  limit.relative += (2 * d + d * d) * independent;
  if (math == SWM_MATH_FP16) limit.absolute = k * independent * 2 * 6 * 0x1p-25;
  return limit;
}

/// |found - expected| in units of `limit`: 0 when equal (infinities too) or both NaN; infinity
/// when one is not finite or the limit is 0. Never NaN.
inline double error_in_limits(double found, double expected, double limit) {
  if (found == expected || (std::isnan(found) && std::isnan(expected))) return 0;
  const double error = std::fabs(found - expected) / limit;
  return error >= 0 ? error : std::numeric_limits<double>::infinity();
}

}  // namespace sweepmark::host
