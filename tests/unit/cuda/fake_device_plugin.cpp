#include "fake_device_plugin.hpp"

#include <chrono>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "fake_device.hpp"
#include "plugin/tables.hpp"
#include "right_product.hpp"

namespace sweepmark::test {
namespace {

int flushes = 0;

// Refuses operands that the host did not place on the device.
class OnFakeDevice : public RightProduct {
 public:
  OnFakeDevice(const Problem& problem, Tuning tuning, const Operands& operands)
      : RightProduct(problem, tuning, operands) {
    for (std::size_t i = 0; i < 2; ++i)
      if (operands.input(i).device != SWM_CUDA)
        throw std::invalid_argument("an input lies in host memory");
    if (operands.output().device != SWM_CUDA)
      throw std::invalid_argument("the output lies in host memory");
  }
  void start_timer() { begin_ = std::chrono::steady_clock::now(); }
  double stop_timer() {
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin_)
        .count();
  }
  void flush_cache() { ++flushes; }

 private:
  std::chrono::steady_clock::time_point begin_;
};

struct Right : OnFakeDevice {
  static constexpr Info info{"gemm.fake.right", "1.0.0", "right", SWM_OP_GEMM, SWM_CUDA};
  using OnFakeDevice::OnFakeDevice;
};

struct Idle : OnFakeDevice {
  static constexpr Info info{"gemm.fake.idle", "1.0.0", "does nothing", SWM_OP_GEMM, SWM_CUDA};
  using OnFakeDevice::OnFakeDevice;
  void run() {}
};

struct ChangesInput : OnFakeDevice {
  static constexpr Info info{"gemm.fake.changes_input", "1.0.0", "writes into A", SWM_OP_GEMM,
                             SWM_CUDA};
  using OnFakeDevice::OnFakeDevice;
  void run() {
    RightProduct::run();
    with_matrices([](const auto& a, const auto&, const auto&) {
      using T = std::remove_const_t<std::remove_pointer_t<decltype(a.data)>>;
      const_cast<T*>(a.data)[0] += 1;  // NOLINT(cppcoreguidelines-pro-type-const-cast)
    });
  }
};

struct Overruns : OnFakeDevice {
  static constexpr Info info{"gemm.fake.overruns", "1.0.0", "writes one element too many",
                             SWM_OP_GEMM, SWM_CUDA};
  using OnFakeDevice::OnFakeDevice;
  void run() {
    RightProduct::run();
    with_matrices([](const auto&, const auto&, const auto& c) { c.data[c.rows * c.stride] = 0; });
  }
};

}  // namespace

int take_flushes() { return std::exchange(flushes, 0); }

}  // namespace sweepmark::test

using sweepmark::test::ChangesInput;
using sweepmark::test::Idle;
using sweepmark::test::Overruns;
using sweepmark::test::Right;
SWEEPMARK_PLUGIN_WITH_EXTENSIONS("fake_device", "1.0.0", sweepmark::test::fake_device_extension,
                                 Right, Idle, ChangesInput, Overruns)

namespace sweepmark::test {

host::LoadedPlugin fake_device_plugin() {
  host::LoadedPlugin plugin;
  plugin.descriptor = swm_plugin_v1(nullptr);
  host::check_tables(plugin.descriptor);
  host::describe_tables(*plugin.descriptor, plugin.info);
  plugin.info.accepted = true;
  return plugin;
}

}  // namespace sweepmark::test
