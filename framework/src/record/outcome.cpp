#include "record/outcome.hpp"

#include <array>
#include <utility>

namespace sweepmark::host {
namespace {
constexpr std::array<std::pair<Outcome, std::string_view>, 8> names{
    {{Outcome::measured, "measured"},
     {Outcome::unsupported, "unsupported"},
     {Outcome::wrong, "wrong"},
     {Outcome::failed, "failed"},
     {Outcome::crashed, "crashed"},
     {Outcome::timed_out, "timed_out"},
     {Outcome::skipped, "skipped"},
     {Outcome::diverged, "diverged"}}};
}  // namespace

std::string_view to_string(Outcome outcome) {
  for (const auto& [value, name] : names)
    if (value == outcome) return name;
  return "?";
}

std::optional<Outcome> parse_outcome(std::string_view text) {
  for (const auto& [value, name] : names)
    if (name == text) return value;
  return std::nullopt;
}

}  // namespace sweepmark::host
