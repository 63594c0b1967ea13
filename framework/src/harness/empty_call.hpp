// What it costs to call a kernel that does nothing: the floor under every figure.
#pragma once

namespace sweepmark::host {

/// Median nanoseconds of one `run(instance, 1)` through the boundary. Measured in this process.
double measure_empty_call();

}  // namespace sweepmark::host
