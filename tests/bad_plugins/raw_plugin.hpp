// The ABI's tables written by hand, for what the author's side of the boundary would not let out.
#pragma once
#include <sweepmark/abi.h>

#include <cstdlib>

namespace sweepmark::test {

inline swm_status takes_all(const swm_problem*, const swm_value*, swm_error*) { return SWM_OK; }
inline swm_status prepares_nothing(const swm_problem*, const swm_value*, const swm_operands*,
                                   void** instance, swm_error*) {
  *instance = nullptr;
  return SWM_OK;
}
inline swm_status runs_nothing(void*, uint64_t, swm_error*) { return SWM_OK; }
inline void tears_nothing_down(void*) {}

/// For plugins that must be refused: being called at all ends the process.
inline swm_status must_not_be_called(void*, uint64_t, swm_error*) { std::abort(); }

/// A gemm kernel for the CPU without parameters, with nothing in it but `run`.
constexpr swm_kernel raw_kernel(const char* id, const char* summary,
                                swm_status (*run)(void*, uint64_t, swm_error*)) {
  swm_kernel kernel{};
  kernel.size = sizeof(swm_kernel);
  kernel.op = SWM_OP_GEMM;
  kernel.device = SWM_CPU;
  kernel.id = id;
  kernel.version = "1.0.0";
  kernel.summary = summary;
  kernel.supports = takes_all;
  kernel.prepare = prepares_nothing;
  kernel.run = run;
  kernel.teardown = tears_nothing_down;
  return kernel;
}

constexpr swm_plugin raw_plugin(const char* id, const swm_kernel* const* kernels,
                                uint32_t kernel_count) {
  swm_plugin plugin{};
  plugin.size = sizeof(swm_plugin);
  plugin.abi_major = SWM_ABI_MAJOR;
  plugin.abi_minor = SWM_ABI_MINOR;
  plugin.id = id;
  plugin.version = "1.0.0";
  plugin.author = "";
  plugin.license = "";
  plugin.compiler = "";
  plugin.flags = "";
  plugin.kernel_count = kernel_count;
  plugin.kernels = kernels;
  return plugin;
}

}  // namespace sweepmark::test

/// Exports `plugin`, an swm_plugin with static storage.
#define SWEEPMARK_TEST_ENTRY(plugin)                                      \
  extern "C" SWM_EXPORT const swm_plugin* swm_plugin_v1(const swm_host*); \
  extern "C" SWM_EXPORT const swm_plugin* swm_plugin_v1(const swm_host*) { return &(plugin); }
