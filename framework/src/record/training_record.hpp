// What a training case and a noise case leave behind.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/statistics.hpp"
#include "record/training_case.hpp"

namespace sweepmark::host {

struct CurvePoint {
  std::int64_t examples = 0;
  double seconds = 0;          // timed part only: no evaluation
  std::optional<double> loss;  // null where not finite
};

struct TimeToTarget {
  double target = 0;
  std::optional<std::int64_t> steps;
  std::optional<double> seconds;  // steps * seconds_per_step; null where missed
};

/// Seconds; they add up to the wall time of the run, `other` being the remainder.
struct Ledger {
  double data = 0, gradient = 0, step = 0, evaluation = 0, other = 0;
};

struct TrainingRecord {
  std::string id, hash;
  TrainingCase training;
  std::vector<std::string> plugins;  // id version (path) of gradient and optimizer
  Outcome outcome = Outcome::skipped;
  std::optional<std::string> reason;
  std::optional<std::int64_t> diverged_at;  // the step
  double epochs = 0;
  std::int64_t steps = 0, examples = 0;
  std::optional<double> seconds_per_epoch, seconds_per_step, examples_per_second;
  std::optional<Interval> seconds_per_step_interval;
  std::vector<double> samples_ns;  // nanoseconds per epoch (or per block of steps), one a sample
  std::vector<std::int64_t> rounds;
  std::optional<double> final_loss, accuracy;
  std::optional<double> distance;  // bowl: mean distance from the minimum over the last steps
  std::vector<double> parameters;  // at the end
  std::vector<CurvePoint> curve;
  std::vector<TimeToTarget> time_to_target;
  std::optional<Ledger> ledger;
  std::vector<std::string> notes;
  std::string reproduce;
};

struct NoiseRecord {
  std::string id, hash;
  NoiseCase noise;
  Outcome outcome = Outcome::skipped;
  std::optional<std::string> reason;
  std::vector<double> bias, bias_standard_error;  // one per parameter
  std::optional<double> deviation, deviation_sqrt_b, theory_sqrt_b;
  std::vector<double> gradient;  // the full-data gradient at the point
  std::vector<std::string> notes;
  std::string reproduce;
};

}  // namespace sweepmark::host
