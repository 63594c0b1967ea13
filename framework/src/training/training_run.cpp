#include "training/training_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "base/text.hpp"
#include "ops/error_limit.hpp"
#include "training/evaluation.hpp"

namespace sweepmark::host {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// How many updates an epoch has; needed before the loop exists, for schedules over the whole run.
std::int64_t updates_per_epoch(const TrainingCase& c, const Dataset& data) {
  const std::int64_t rows = data.train.count * std::max<std::int64_t>(1, c.duplicate);
  const std::int64_t batch = std::max<std::int64_t>(1, c.batch_size);
  const std::int64_t micro = (rows + batch - 1) / batch;
  const std::int64_t window = std::max<std::int64_t>(1, c.accumulation);
  return (micro + window - 1) / window;
}

LoopSettings settings_of(const TrainingCase& c, const Dataset& data) {
  const std::int64_t rows = data.train.count * std::max<std::int64_t>(1, c.duplicate);
  if (c.batch_size > rows)
    throw PluginFailure(Outcome::unsupported,
                        fmt::format("batch_size {} is larger than the {} examples of an epoch",
                                    c.batch_size, rows));
  const std::int64_t per_epoch = updates_per_epoch(c, data);
  if (!(c.warmup_epochs >= 0))
    throw Error(
        fmt::format("warmup_epochs: found {}, expected 0 or more", shortest(c.warmup_epochs)));
  const auto warmup =
      static_cast<std::int64_t>(std::llround(c.warmup_epochs * static_cast<double>(per_epoch)));
  return {c.batch_size,
          c.accumulation,
          c.duplicate,
          c.sampler,
          LearningRateSchedule(c.schedule, total_steps(c, per_epoch), warmup),
          c.threads,
          c.hyperparameters,
          start_parameters(data, c.start, c.seed),
          c.seed};
}

}  // namespace

std::int64_t total_steps(const TrainingCase& c, std::int64_t steps_per_epoch) {
  if (c.steps > 0) return c.steps;
  if (!(c.epochs > 0 && c.epochs < 1e9))
    throw Error(fmt::format("epochs: found {}, expected more than 0", shortest(c.epochs)));
  // A third of 3 steps is 1 step, not 2, although 1/3 is not exact.
  return static_cast<std::int64_t>(
      std::ceil(c.epochs * static_cast<double>(steps_per_epoch) * (1 - 1e-12)));
}

TrainingRun::TrainingRun(const TrainingCase& training, Dataset data, const swm_kernel& kernel,
                         const swm_optimizer& optimizer, const swm_buffers* buffers)
    : case_(training),
      data_(std::move(data)),
      loop_(data_, training.dtype, kernel, optimizer, settings_of(training, data_), buffers),
      total_steps_(total_steps(training, loop_.steps_per_epoch())),
      centre_(data_.model == Model::bowl ? centre_of(data_) : std::vector<double>()) {
  if (training.evaluate_every < 1)
    throw Error(
        fmt::format("evaluate_every: found {}, expected 1 or more", training.evaluate_every));
}

// The gradient of the first rows of the data at the start, against float64.
bool TrainingRun::check_gradient() {
  std::vector<std::int32_t> rows(static_cast<std::size_t>(case_.batch_size));
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i] = static_cast<std::int32_t>(static_cast<std::int64_t>(i) % data_.train.count);
  loop_.restart();
  const auto params = loop_.params();
  const auto found = loop_.gradient_of(rows);
  std::vector<double> expected(params.size()), magnitude(params.size());
  reference_loss<double, double>(shape_of(data_), view_of(data_.train, data_),
                                 {rows.data(), case_.batch_size}, params.data(), expected.data(),
                                 magnitude.data());
  // Rounding the data to the run's dtype changes each product by up to 3 u on top of the limit.
  const double limit = gradient_limit(shape_of(data_), case_.batch_size, case_.dtype) +
                       3 * unit_roundoff(case_.dtype);
  for (std::size_t p = 0; p < params.size(); ++p) {
    if (!std::isfinite(expected[p])) continue;
    const double error = error_in_limits(found[p], expected[p], limit * magnitude[p]);
    if (error <= 1) continue;
    outcome_ = Outcome::wrong;
    reason_ = fmt::format("gradient {} of the first batch is {}, expected {} ({} times the limit)",
                          p, shortest(found[p]), shortest(expected[p]), shortest(error));
    return false;
  }
  return true;
}

// True when loss and parameters are finite.
bool TrainingRun::evaluate() {
  const auto start = Clock::now();
  const auto params = loop_.params();
  const double loss = training_loss(data_, params);
  const bool finite = std::isfinite(loss) && all_finite(params);
  evaluations_.push_back(
      {loop_.steps(), loop_.examples(), finite ? std::optional<double>(loss) : std::nullopt});
  evaluation_seconds_ += seconds_since(start);
  return finite;
}

void TrainingRun::note_distance() {
  if (centre_.empty() || loop_.steps() <= total_steps_ - case_.distance_steps) return;
  const auto start = Clock::now();
  distance_sum_ += distance_between(loop_.params(), centre_);
  ++distance_count_;
  evaluation_seconds_ += seconds_since(start);
}

void TrainingRun::find_divergence(const TrainingLoop::Snapshot& last_good) {
  const std::int64_t seen_at = loop_.steps();
  loop_.restore(last_good);
  evaluations_.pop_back();
  outcome_ = Outcome::diverged;
  while (loop_.steps() < seen_at) {
    loop_.run_steps(1);
    const auto params = loop_.params();
    const bool whole = all_finite(params);
    if (whole && std::isfinite(training_loss(data_, params))) continue;
    reason_ = fmt::format("{} not finite after update {}", whole ? "the loss is" : "parameters are",
                          loop_.steps());
    break;
  }
  if (!reason_) reason_ = fmt::format("the loss is not finite after update {}", seen_at);
  diverged_at_ = loop_.steps();
  evaluations_.push_back({loop_.steps(), loop_.examples(), std::nullopt});
}

void TrainingRun::learn() {
  evaluations_.clear();
  reason_.reset();
  diverged_at_.reset();
  distance_sum_ = 0;
  distance_count_ = 0;
  if (!check_gradient()) return;
  const auto start = Clock::now();
  evaluation_seconds_ = 0;
  outcome_ = Outcome::measured;
  loop_.restart();
  auto last_good = loop_.snapshot();
  std::int64_t next = case_.evaluate_every;
  bool finite = evaluate();
  while (finite && loop_.steps() < total_steps_) {
    loop_.run_steps(1);
    note_distance();
    if (loop_.examples() < next && loop_.steps() < total_steps_) continue;
    next = (loop_.examples() / case_.evaluate_every + 1) * case_.evaluate_every;
    finite = evaluate();
    if (finite) last_good = loop_.snapshot();
  }
  if (!finite) find_divergence(last_good);
  final_params_ = loop_.params();
  steps_done_ = loop_.steps();
  examples_done_ = loop_.examples();
  wall_seconds_ = seconds_since(start);
  if (const auto damaged = loop_.damage()) {
    outcome_ = Outcome::wrong;
    reason_ = damaged;
  }
}

// Estimates never exceed the time they explain, so that the parts add up and `other` is the rest.
Ledger TrainingRun::ledger(const EpochTiming& timing) const {
  const double epochs =
      static_cast<double>(steps_done_) / static_cast<double>(loop_.steps_per_epoch()) * 1e-9;
  const double whole = median(timing.samples_ns);
  const double data = std::clamp(timing.data_ns.value_or(0), 0.0, whole);
  const double without_step = std::clamp(timing.without_step_ns.value_or(whole), data, whole);
  Ledger l;
  l.evaluation = evaluation_seconds_;
  const double rest = std::max(0.0, wall_seconds_ - evaluation_seconds_);
  const double scale = whole * epochs > rest ? rest / whole : epochs;
  l.data = data * scale;
  l.gradient = (without_step - data) * scale;
  l.step = (whole - without_step) * scale;
  l.other = wall_seconds_ - l.evaluation - l.data - l.gradient - l.step;
  return l;
}

void TrainingRun::add_timing(TrainingRecord& r, const EpochTiming& timing) const {
  const auto steps = static_cast<double>(loop_.steps_per_epoch());
  r.samples_ns = timing.samples_ns;
  r.rounds = timing.rounds;
  r.seconds_per_epoch = median(timing.samples_ns) * 1e-9;
  r.seconds_per_step = *r.seconds_per_epoch / steps;
  r.examples_per_second = static_cast<double>(loop_.epoch_length()) / *r.seconds_per_epoch;
  if (const auto interval = median_interval(timing.samples_ns))
    r.seconds_per_step_interval =
        Interval{interval->low * 1e-9 / steps, interval->high * 1e-9 / steps};
  if (timing.data_ns && timing.without_step_ns) r.ledger = ledger(timing);
  for (std::size_t i = 0; i < r.curve.size(); ++i)
    r.curve[i].seconds = static_cast<double>(evaluations_[i].step) * *r.seconds_per_step;
  for (TimeToTarget& t : r.time_to_target)
    if (t.steps) t.seconds = static_cast<double>(*t.steps) * *r.seconds_per_step;
}

TrainingRecord TrainingRun::record(const std::optional<EpochTiming>& timing) const {
  TrainingRecord r;
  r.id = training_id(case_);
  r.hash = training_hash(case_);
  r.training = case_;
  r.outcome = outcome_;
  r.reason = reason_;
  r.notes = data_.notes;
  if (data_.synthetic) r.notes.insert(r.notes.begin(), "the data are synthetic");
  if (outcome_ != Outcome::measured && outcome_ != Outcome::diverged) return r;
  r.diverged_at = diverged_at_;
  r.steps = steps_done_;
  r.examples = examples_done_;
  r.epochs = static_cast<double>(steps_done_) / static_cast<double>(loop_.steps_per_epoch());
  r.parameters = final_params_;
  for (const Evaluation& e : evaluations_) r.curve.push_back({e.examples, 0, e.loss});
  for (const double target : case_.targets) {
    const auto hit = std::find_if(evaluations_.begin(), evaluations_.end(),
                                  [&](const auto& e) { return e.loss && *e.loss <= target; });
    r.time_to_target.push_back({target, std::nullopt, std::nullopt});
    if (hit != evaluations_.end()) r.time_to_target.back().steps = hit->step;
  }
  if (outcome_ == Outcome::measured) {
    r.final_loss = evaluations_.back().loss;
    r.accuracy = accuracy(data_, final_params_);
    if (distance_count_ > 0) r.distance = distance_sum_ / static_cast<double>(distance_count_);
    if (timing && !timing->samples_ns.empty()) add_timing(r, *timing);
  }
  return r;
}

}  // namespace sweepmark::host
