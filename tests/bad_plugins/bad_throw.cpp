// Throws an exception out of run, across the C boundary (rule 9). Expected: failed or crashed.
#include <stdexcept>

#include "raw_plugin.hpp"

namespace {

using namespace sweepmark::test;

swm_status run(void*, uint64_t, swm_error*) { throw std::runtime_error("thrown by bad_throw"); }

constexpr swm_kernel kernel = raw_kernel("gemm.bad.throw", "throws across the boundary", run);
constexpr const swm_kernel* kernels[] = {&kernel};
constexpr swm_plugin plugin = raw_plugin("bad_throw", kernels, 1);

}  // namespace

SWEEPMARK_TEST_ENTRY(plugin)
