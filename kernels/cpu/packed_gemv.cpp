#include "packed_gemv.hpp"

#include <stdexcept>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "packed_gemm_kernels.hpp"

namespace sweepmark::kernels {
namespace {

// Below this many elements of A a second thread costs more than it brings.
constexpr std::int64_t kThreadsLeast = std::int64_t{256} * 256;

}  // namespace

template <class T>
void packed_gemv(std::int64_t m, std::int64_t k, const T* a, std::int64_t lda, const T* x, T* y,
                 int threads) {
  if (m < 0 || k < 0) throw std::invalid_argument("packed gemv: m and k must be 0 or more");
  if (threads < 1) throw std::invalid_argument("packed gemv: threads must be 1 or more");
  const GemmKernels<T>& kernels = gemm_kernels<T>();
  const auto rows = [&](std::int64_t first, std::int64_t last) {
    kernels.gemv({last - first, 1, k, a + first * lda, lda, x, 1, y + first, 1});
  };
  if (threads == 1 || m < 2 * threads || m < kThreadsLeast / (k + 1)) {
    rows(0, m);
    return;
  }
  tbb::task_arena arena(threads);
  arena.execute([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::int64_t>(0, m,
                                         static_cast<std::size_t>((m + threads - 1) / threads)),
        [&](const tbb::blocked_range<std::int64_t>& range) { rows(range.begin(), range.end()); },
        tbb::static_partitioner());
  });
}

template void packed_gemv<float>(std::int64_t, std::int64_t, const float*, std::int64_t,
                                 const float*, float*, int);
template void packed_gemv<double>(std::int64_t, std::int64_t, const double*, std::int64_t,
                                  const double*, double*, int);

}  // namespace sweepmark::kernels
