// Keeps four threads busy whatever problem.threads says. Expected: conformance names rule 4.
#include <thread>
#include <type_traits>
#include <vector>

#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.threads", "1.0.0", "a test plugin that misbehaves"};
  using RightProduct::RightProduct;
  // Each thread does the whole product, three of them into memory of their own: four times the
  // processor time whatever the size.
  void run() {
    with_matrices([](const auto& a, const auto& b, const auto& c) {
      using T = std::remove_reference_t<decltype(c(0, 0))>;
      std::vector<std::vector<T>> scratch(3);
      std::vector<std::thread> threads;
      for (std::size_t t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
          T* out = c.data;
          std::int64_t stride = c.stride;
          if (t > 0) {
            scratch[t - 1].resize(static_cast<std::size_t>(c.rows * c.columns));
            out = scratch[t - 1].data();
            stride = c.columns;
          }
          for (std::int64_t i = 0; i < c.rows; ++i) {
            std::fill_n(out + i * stride, c.columns, T{0});
            kernels::row_update(c.columns, a.columns, a.row(i), b.data, b.stride, out + i * stride);
          }
        });
      for (std::thread& thread : threads) thread.join();
    });
  }
};

}  // namespace

SWEEPMARK_PLUGIN("bad_threads", "1.0.0", Bad)
