// Interleaved rounds: the contenders of one question are sampled in turn until each has enough.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "worker/contender.hpp"
#include "worker/pool.hpp"

namespace sweepmark::host {

/// When a case has been sampled enough.
struct StopRule {
  std::int64_t min_samples = 20;
  double min_seconds = 0.3;
  double max_noise = 0.01;  // half-width of the median's interval / median
};

struct RoundsOptions {
  StopRule stop;
  double timeout_seconds = 60;
  std::uint64_t seed = 0;
  std::optional<std::string> baseline;  // kernel of the one that stays to the end
};

/// Called with each contender when its row is final; and between samples, to stop early.
struct RoundsEvents {
  std::function<void(Contender&)> finished;
  std::function<void(const Contender&)> sampled;
  std::function<bool()> interrupted;
};

/// At most this many contenders share rounds; more are split. Beside a baseline they stay together,
/// since every row is compared with it round by round.
inline constexpr std::size_t contenders_per_group = 12, contenders_beside_baseline = 48;

/// Makes all ready (each stage over all of them, so that they share inputs), then samples in rounds
/// whose order is a random cyclic Latin square. A worker's death or silence costs the case that was
/// being worked on; the others of that worker are made ready again.
void run_rounds(std::vector<std::unique_ptr<Contender>>& contenders, WorkerPool& pool,
                const RoundsOptions& options, const RoundsEvents& events);

/// Whether samples satisfy the rule; nothing when more are needed. Exposed for its test.
std::optional<StoppedBy> stop_reason(const std::vector<double>& samples_ns, double spent_seconds,
                                     double budget_seconds, const StopRule& rule);

}  // namespace sweepmark::host
