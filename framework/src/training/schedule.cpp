#include "training/schedule.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sweepmark::host {

double LearningRateSchedule::factor(std::int64_t index) const {
  if (index <= warmup_) return static_cast<double>(index) / static_cast<double>(warmup_);
  const std::int64_t rest = std::max<std::int64_t>(1, total_ - warmup_);
  const std::int64_t before = std::clamp<std::int64_t>(index - warmup_ - 1, 0, rest);
  const double done = static_cast<double>(before) / static_cast<double>(rest);
  if (kind_ == Schedule::step) return done < 0.5 ? 1 : done < 0.75 ? 0.1 : 0.01;
  if (kind_ == Schedule::cosine) return (1 + std::cos(std::numbers::pi * done)) / 2;
  return 1;
}

}  // namespace sweepmark::host
