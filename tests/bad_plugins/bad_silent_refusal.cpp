// Refuses in supports, and in prepare, without a sentence (rule 10). Expected: the outcomes
// unsupported and failed, each with a reason that says that the plugin gave none.
#include "raw_plugin.hpp"

namespace {

using namespace sweepmark::test;

constexpr swm_kernel make_kernel(const char* id, bool late) {
  swm_kernel out = raw_kernel(id, "refuses without a word", must_not_be_called);
  if (late)
    out.prepare = [](const swm_problem*, const swm_value*, const swm_operands*, void**,
                     swm_error*) { return SWM_FAILED; };
  else
    out.supports = [](const swm_problem*, const swm_value*, swm_error*) { return SWM_UNSUPPORTED; };
  return out;
}
constexpr swm_kernel early = make_kernel("gemm.bad.silent_refusal", false);
constexpr swm_kernel late = make_kernel("gemm.bad.silent_failure", true);
constexpr const swm_kernel* kernels[] = {&early, &late};
constexpr swm_plugin plugin = raw_plugin("bad_silent_refusal", kernels, 2);

}  // namespace

SWEEPMARK_TEST_ENTRY(plugin)
