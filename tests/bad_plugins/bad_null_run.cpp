// A kernel without run. Expected: refused, naming the kernel and run.
#include "raw_plugin.hpp"

namespace {

using namespace sweepmark::test;

constexpr swm_kernel make_kernel() {
  swm_kernel out = raw_kernel("gemm.bad.null_run", "must never run", must_not_be_called);
  out.run = nullptr;
  return out;
}
constexpr swm_kernel kernel = make_kernel();
constexpr const swm_kernel* kernels[] = {&kernel};
constexpr swm_plugin plugin = raw_plugin("bad_null_run", kernels, 1);

}  // namespace

SWEEPMARK_TEST_ENTRY(plugin)
