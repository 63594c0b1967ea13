// Says its kernel table has 16 bytes. Expected: refused, naming 16 and the size expected.
#include "raw_plugin.hpp"

namespace {

using namespace sweepmark::test;

constexpr swm_kernel make_kernel() {
  swm_kernel out = raw_kernel("gemm.bad.kernel_size", "must never run", must_not_be_called);
  out.size = 16;
  return out;
}
constexpr swm_kernel kernel = make_kernel();
constexpr const swm_kernel* kernels[] = {&kernel};
constexpr swm_plugin plugin = raw_plugin("bad_kernel_size", kernels, 1);

}  // namespace

SWEEPMARK_TEST_ENTRY(plugin)
