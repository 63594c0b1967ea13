// The timing core: Google Benchmark finds how many calls make a sample, then times samples of that.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>

namespace sweepmark::host {

/// Does the work `repeats` times; gives the nanoseconds where the work has a timer of its own,
/// nothing where the host's clock is right. May throw; the exception reaches the caller.
using TimedWork = std::function<std::optional<double>(std::uint64_t repeats)>;

/// A sample aims to last this long; a longer call is a sample by itself.
inline constexpr double sample_seconds = 0.010;

/// The number of calls whose time reaches `seconds`, at least 1. Calls the work many times.
std::int64_t calls_per_sample(const TimedWork& work, bool own_timer,
                              double seconds = sample_seconds);

/// Nanoseconds per call over one sample of `calls` calls (one entry into the work).
double time_sample(const TimedWork& work, std::int64_t calls, bool own_timer);

}  // namespace sweepmark::host
