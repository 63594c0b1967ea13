#include "app/tally.hpp"

#include <fmt/format.h>

#include "base/units.hpp"

namespace sweepmark::host {

std::map<std::string, std::int64_t> count_outcomes(const RunFile& run) {
  std::map<std::string, std::int64_t> counts;
  const auto add = [&](Outcome outcome) { ++counts[std::string(to_string(outcome))]; };
  for (const auto& m : run.measurements) add(m.outcome);
  for (const auto& t : run.training) add(t.outcome);
  for (const auto& n : run.noise) add(n.outcome);
  return counts;
}

ExitCode exit_code_of(const std::map<std::string, std::int64_t>& counts) {
  const auto any = [&](Outcome outcome) {
    const auto it = counts.find(std::string(to_string(outcome)));
    return it != counts.end() && it->second > 0;
  };
  if (any(Outcome::wrong)) return ExitCode::wrong;
  if (any(Outcome::failed) || any(Outcome::crashed) || any(Outcome::timed_out))
    return ExitCode::failed;
  // A run that diverged is an answer about that run.
  if (any(Outcome::measured) || any(Outcome::diverged)) return ExitCode::ok;
  return ExitCode::nothing;
}

ExitCode worse_of(ExitCode a, ExitCode b) {
  for (const auto code : {ExitCode::wrong, ExitCode::failed, ExitCode::nothing})
    if (a == code || b == code) return code;
  return ExitCode::ok;
}

std::string log_line(const Measurement& m) {
  if (m.outcome != Outcome::measured)
    return fmt::format("{}: {}: {}", m.id, to_string(m.outcome), m.reason.value_or(""));
  return fmt::format("{}: {}, {} GFLOP/s", m.id, format_duration(m.median_ns.value_or(0)),
                     format_number(m.gflops));
}

std::string log_line(const TrainingRecord& t) {
  if (t.outcome != Outcome::measured)
    return fmt::format("{}: {}: {}", t.id, to_string(t.outcome), t.reason.value_or(""));
  return fmt::format("{}: loss {}, {} an epoch", t.id, format_number(t.final_loss),
                     format_duration(t.seconds_per_epoch.value_or(0) * 1e9));
}

std::string log_line(const NoiseRecord& n) {
  if (n.outcome != Outcome::measured)
    return fmt::format("{}: {}: {}", n.id, to_string(n.outcome), n.reason.value_or(""));
  return fmt::format("{}: deviation {}", n.id, format_number(n.deviation));
}

}  // namespace sweepmark::host
