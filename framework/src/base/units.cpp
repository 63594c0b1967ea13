#include "base/units.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

#include "base/text.hpp"

namespace sweepmark::host {

std::string format_number(std::optional<double> value, int digits) {
  if (!value || !std::isfinite(*value)) return "n/a";
  const double v = *value;
  if (v == 0) return "0";
  const double magnitude = std::abs(v);
  if (magnitude < 1e-4 || magnitude >= 1e15) return fmt::format("{:.{}g}", v, digits);
  const int whole = static_cast<int>(std::floor(std::log10(magnitude))) + 1;
  return fmt::format("{:.{}f}", v, std::max(0, digits - whole));
}

std::string format_duration(double nanoseconds) {
  constexpr std::array<std::pair<double, const char*>, 4> units{
      {{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}, {1, "ns"}}};
  for (const auto& [scale, unit] : units)
    if (std::abs(nanoseconds) >= scale || scale == 1)
      return fmt::format("{} {}", format_number(nanoseconds / scale, 4), unit);
  return "n/a";
}

std::string format_bytes(double bytes) {
  constexpr std::array<std::pair<double, const char*>, 4> units{
      {{1024.0 * 1024 * 1024, "GiB"}, {1024.0 * 1024, "MiB"}, {1024, "KiB"}, {1, "B"}}};
  for (const auto& [scale, unit] : units)
    if (bytes >= scale || scale == 1)
      return fmt::format("{:.{}f} {}", bytes / scale,
                         std::fmod(bytes, scale) == 0 || scale == 1 ? 0 : 1, unit);
  return "n/a";
}

std::string format_percent(std::optional<double> fraction) {
  if (!fraction || !std::isfinite(*fraction)) return "n/a";
  return fmt::format("{:.1f}%", *fraction * 100);
}

std::optional<double> parse_duration_seconds(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, double>, 6> units{
      {{"ms", 1e-3}, {"us", 1e-6}, {"min", 60}, {"s", 1}, {"m", 60}, {"h", 3600}}};
  double scale = 1;
  for (const auto& [suffix, factor] : units)
    if (text.ends_with(suffix)) {
      text.remove_suffix(suffix.size());
      scale = factor;
      break;
    }
  const auto number = parse_real(trim(text));
  if (!number || !std::isfinite(*number) || *number < 0) return std::nullopt;
  return *number * scale;
}

}  // namespace sweepmark::host
