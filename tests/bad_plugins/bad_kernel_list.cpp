// Says it has 3 kernels and gives no list. Expected: refused.
#include "raw_plugin.hpp"

namespace {

using namespace sweepmark::test;

constexpr swm_kernel kernel =
    raw_kernel("gemm.bad.kernel_list", "must never run", must_not_be_called);
constexpr const swm_kernel* kernels[] = {&kernel};
constexpr swm_plugin make_plugin() {
  swm_plugin out = raw_plugin("bad_kernel_list", kernels, 1);
  out.kernel_count = 3;
  out.kernels = nullptr;
  return out;
}
constexpr swm_plugin plugin = make_plugin();

}  // namespace

SWEEPMARK_TEST_ENTRY(plugin)
