// Starts the work and returns before it is done (rule 7). Expected: wrong, C is not ready.
#include <chrono>
#include <future>
#include <thread>

#include "right_product.hpp"

namespace {

using namespace sweepmark;

struct Bad : test::RightProduct {
  static constexpr Info info{"gemm.bad.async_without_wait", "1.0.0",
                             "a test plugin that misbehaves"};
  using RightProduct::RightProduct;
  ~Bad() {
    if (last.valid()) last.wait();
  }
  void run() {
    last = std::async(std::launch::async, [this, before = last] {
             if (before.valid()) before.wait();
             std::this_thread::sleep_for(std::chrono::milliseconds(50));
             multiply();
           }).share();
  }
  Bad(const Bad&) = delete;
  Bad& operator=(const Bad&) = delete;
  std::shared_future<void> last;
};

}  // namespace

SWEEPMARK_PLUGIN("bad_async_without_wait", "1.0.0", Bad)
