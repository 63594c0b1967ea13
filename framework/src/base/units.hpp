// Numbers with units, for people: 1.25 ms, 213 GFLOP/s, 1.5 MiB; and durations read back.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace sweepmark::host {

/// Three or four significant digits with the unit that fits: ns, us, ms, s.
std::string format_duration(double nanoseconds);

/// Bytes with KiB, MiB, GiB: "48 KiB".
std::string format_bytes(double bytes);

/// `digits` significant digits in plain notation, never an exponent between 1e-4 and 1e15;
/// "n/a" when absent or not finite.
std::string format_number(std::optional<double> value, int digits = 4);

/// A fraction as percent with one decimal: "12.3%"; "n/a" when absent.
std::string format_percent(std::optional<double> fraction);

/// Seconds in "2", "2s", "150ms", "3m", "1h"; nothing when the text is no such duration or < 0.
std::optional<double> parse_duration_seconds(std::string_view text);

}  // namespace sweepmark::host
