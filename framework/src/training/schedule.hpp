// What the learning rate is multiplied by at each step.
#pragma once
#include <cstdint>

#include "record/training_case.hpp"

namespace sweepmark::host {

/// Over `total` steps, the first `warmup` of them rising linearly: step i of the warm-up has
/// i / warmup (Goyal et al. 2017, section 2.2). After it:
///   constant, warmup  1
///   step              1, then 0.1 from half, then 0.01 from three quarters of the remaining steps
///   cosine            (1 + cos(pi t)) / 2, t the fraction done of the remaining steps
///                     (Loshchilov and Hutter 2017, one cycle down to 0)
class LearningRateSchedule {
 public:
  LearningRateSchedule(Schedule kind, std::int64_t total, std::int64_t warmup)
      : kind_(kind), total_(total), warmup_(warmup) {}

  /// True when every step has factor 1.
  bool is_constant() const {
    return warmup_ == 0 && (kind_ == Schedule::constant || kind_ == Schedule::warmup);
  }
  /// The factor of step `index`, 1 being the first; beyond the last step that of the last.
  double factor(std::int64_t index) const;

 private:
  Schedule kind_;
  std::int64_t total_, warmup_;
};

}  // namespace sweepmark::host
