// Does the work once, whatever `repeats` says (rule 6). Expected: wrong (repeats not done).
#include "raw_plugin.hpp"
#include "right_product.hpp"

namespace {

using namespace sweepmark::test;

swm_status prepare(const swm_problem* problem, const swm_value* tuning,
                   const swm_operands* operands, void** instance, swm_error*) {
  *instance = new RightProduct(*problem, tuning, sweepmark::Operands{*operands});
  return SWM_OK;
}
swm_status run(void* instance, uint64_t, swm_error*) {
  static_cast<RightProduct*>(instance)->run();
  return SWM_OK;
}

constexpr swm_kernel make_kernel() {
  swm_kernel out = raw_kernel("gemm.bad.ignores_repeats", "does one of many", run);
  out.prepare = prepare;
  out.teardown = [](void* instance) { delete static_cast<RightProduct*>(instance); };
  return out;
}
constexpr swm_kernel kernel = make_kernel();
constexpr const swm_kernel* kernels[] = {&kernel};
constexpr swm_plugin plugin = raw_plugin("bad_ignores_repeats", kernels, 1);

}  // namespace

SWEEPMARK_TEST_ENTRY(plugin)
