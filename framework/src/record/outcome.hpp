// How a case ended. Outcomes are data: each is stored with its reason, none ends the sweep.
#pragma once
#include <optional>
#include <string_view>

namespace sweepmark::host {

enum class Outcome {
  measured,
  unsupported,
  wrong,
  failed,
  crashed,
  timed_out,
  skipped,
  diverged,
};

std::string_view to_string(Outcome outcome);
std::optional<Outcome> parse_outcome(std::string_view text);

}  // namespace sweepmark::host
