// The SIMD instruction set the kernels of this folder run on, and a switch for tests.
#pragma once

#include <string>
#include <vector>

namespace sweepmark::kernels {

/// Name of the instruction set calls dispatch to now, as Highway spells it: "AVX3", "AVX2", "SSE4",
/// "NEON", "EMU128", "SCALAR".
std::string simd_target_name();

/// Names of all that this build carries and this processor runs, best first.
std::vector<std::string> simd_targets();

/// Makes later calls, and objects built later, use `name` from simd_targets(); "" returns to the
/// best. Returns false, back at the best, when there is no such target. Objects that exist keep
/// theirs. For tests: not safe while another thread runs a kernel.
bool force_simd_target(const std::string& name);

}  // namespace sweepmark::kernels
