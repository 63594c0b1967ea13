// The entry function gives no descriptor. Expected: refused.
#include <sweepmark/abi.h>

extern "C" SWM_EXPORT const swm_plugin* swm_plugin_v1(const swm_host*);
extern "C" SWM_EXPORT const swm_plugin* swm_plugin_v1(const swm_host*) { return nullptr; }
