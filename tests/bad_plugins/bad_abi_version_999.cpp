// Says ABI version 999. Expected: refused, naming 999 and the version expected; no kernel of it
// runs.
#include "raw_plugin.hpp"

namespace {

using namespace sweepmark::test;

constexpr swm_kernel kernel =
    raw_kernel("gemm.bad.abi_version_999", "must never run", must_not_be_called);
constexpr const swm_kernel* kernels[] = {&kernel};
constexpr swm_plugin make_plugin() {
  swm_plugin out = raw_plugin("bad_abi_version_999", kernels, 1);
  out.abi_major = 999;
  return out;
}
constexpr swm_plugin plugin = make_plugin();

}  // namespace

SWEEPMARK_TEST_ENTRY(plugin)
