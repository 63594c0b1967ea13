// Exports the entry function of another major version only. Expected: refused, naming the function
// not found; this one is not called.
#include <sweepmark/abi.h>

#include <cstdlib>

extern "C" SWM_EXPORT const swm_plugin* swm_plugin_v0(const swm_host*);
extern "C" SWM_EXPORT const swm_plugin* swm_plugin_v0(const swm_host*) { std::abort(); }
