// A kernel on a device: run only starts the work, which takes 50 ms, and the timer waits for it and
// gives its time. A host that believed its own clock around run would report microseconds.
#include "fake_device.hpp"
#include "right_product.hpp"

#include <chrono>
#include <future>
#include <thread>

namespace {

using namespace sweepmark;

class Asynchronous : public test::RightProduct {
 public:
  static constexpr Info info{"gemm.test.asynchronous", "1.0.0",
                             "starts 50 ms of work and returns; its timer waits", SWM_OP_GEMM,
                             SWM_CUDA};
  using RightProduct::RightProduct;
  Asynchronous(const Asynchronous&) = delete;
  Asynchronous& operator=(const Asynchronous&) = delete;
  ~Asynchronous() { wait(); }

  void run() {
    last_ = std::async(std::launch::async, [this, before = last_] {
              if (before.valid()) before.wait();
              std::this_thread::sleep_for(std::chrono::milliseconds(50));
              multiply();
            }).share();
  }
  void start_timer() { begin_ = std::chrono::steady_clock::now(); }
  double stop_timer() {
    wait();
    const auto end = std::chrono::steady_clock::now();
    return std::chrono::duration<double, std::nano>(end - begin_).count();
  }
  void fetch() { wait(); }

 private:
  void wait() const {
    if (last_.valid()) last_.wait();
  }
  std::shared_future<void> last_;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace

SWEEPMARK_PLUGIN_WITH_EXTENSIONS("test_fake_device", "1.0.0", test::fake_device_extension,
                                 Asynchronous)
