// Which SIMD instruction sets this build carries: every .cpp that Highway compiles once a target
// includes this first, so that all of them carry the same list.
#pragma once

// SSSE3 machines without SSE4 get the baseline. SVE and RVV vectors have no size at compile time,
// so arrays of accumulators cannot hold them; such machines run NEON or the baseline.
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#endif
