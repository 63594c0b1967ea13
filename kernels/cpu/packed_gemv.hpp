// y = A * x, row-major, at the speed memory delivers A.
#pragma once

#include <cstdint>

namespace sweepmark::kernels {

/// y[m] = A[m x k] * x[k], T float or double. A is row-major with lda >= k elements between rows;
/// x and y are dense and must not overlap A or each other; k = 0 writes zeros. Up to `threads`
/// threads of oneTBB share the rows of a large A. Throws std::invalid_argument on a negative size
/// or threads < 1.
template <class T>
void packed_gemv(std::int64_t m, std::int64_t k, const T* a, std::int64_t lda, const T* x, T* y,
                 int threads = 1);

extern template void packed_gemv<float>(std::int64_t, std::int64_t, const float*, std::int64_t,
                                        const float*, float*, int);
extern template void packed_gemv<double>(std::int64_t, std::int64_t, const double*, std::int64_t,
                                         const double*, double*, int);

}  // namespace sweepmark::kernels
