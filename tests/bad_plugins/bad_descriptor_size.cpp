// Says its descriptor has 8 bytes. Expected: refused, naming 8 and the size expected.
#include "raw_plugin.hpp"

namespace {

using namespace sweepmark::test;

constexpr swm_kernel kernel =
    raw_kernel("gemm.bad.descriptor_size", "must never run", must_not_be_called);
constexpr const swm_kernel* kernels[] = {&kernel};
constexpr swm_plugin make_plugin() {
  swm_plugin out = raw_plugin("bad_descriptor_size", kernels, 1);
  out.size = 8;
  return out;
}
constexpr swm_plugin plugin = make_plugin();

}  // namespace

SWEEPMARK_TEST_ENTRY(plugin)
