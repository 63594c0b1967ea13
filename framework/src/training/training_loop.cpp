#include "training/training_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/error.hpp"

namespace sweepmark::host {
namespace {

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

void require_positive(std::int64_t value, const char* name) {
  if (value < 1) throw Error(fmt::format("{}: found {}, expected 1 or more", name, value));
}

const LoopSettings& checked(const LoopSettings& s) {
  require_positive(s.batch_size, "batch_size");
  require_positive(s.accumulation, "accumulation");
  require_positive(s.duplicate, "duplicate");
  require_positive(s.threads, "threads");
  return s;
}

}  // namespace

TrainingLoop::TrainingLoop(const Dataset& data, Dtype dtype, const swm_kernel& kernel,
                           const swm_optimizer& optimizer, const LoopSettings& settings,
                           const swm_buffers* buffers)
    : settings_(checked(settings)),
      vectors_(data, dtype, buffers),
      micro_grads_("micro_grads", abi_dtype(dtype), vectors_.parameter_count(), 6),
      kernel_(kernel),
      full_(kernel, vectors_, settings.accumulation > 1 ? micro_grads_ : vectors_.grads,
            settings.batch_size, settings.threads),
      optimizer_(optimizer, vectors_, settings.hyperparameters),
      first_sampler_(settings.sampler, data.train.count, settings.batch_size, settings.duplicate,
                     settings.seed),
      sampler_(first_sampler_),
      window_(static_cast<std::size_t>(vectors_.parameter_count())),
      constant_rate_(settings.schedule.is_constant()) {
  steps_per_epoch_ =
      divide_up(divide_up(sampler_.epoch_length(), settings.batch_size), settings.accumulation);
  if (const auto rest = sampler_.epoch_length() % settings.batch_size; rest != 0)
    rest_.emplace(kernel, vectors_, settings.accumulation > 1 ? micro_grads_ : vectors_.grads, rest,
                  settings.threads);
  restart();
}

void TrainingLoop::restart() {
  sampler_ = first_sampler_;
  position_ = sampler_.epoch_length();  // the first step draws the first epoch
  step_ = examples_ = 0;
  vectors_.set_params(settings_.start);
  for (const Tensor& state : optimizer_.states())
    std::memset(state.values<std::byte>(), 0,
                static_cast<std::size_t>(state.elements()) * element_size(state.dtype()));
  optimizer_.push();
}

void TrainingLoop::check(swm_status status, const char* call) {
  if (status != SWM_OK) [[unlikely]]
    check_status(status, text_.data(), call);
}

// A switch of its own for one row: a call to memcpy would cost more than the row.
inline void TrainingLoop::take_rows(const BatchGradient& gradient) {
  const std::int32_t* from = sampler_.rows() + position_;
  if (const auto count = gradient.batch(); count == 1)
    *gradient.rows() = *from;
  else
    std::memcpy(gradient.rows(), from, static_cast<std::size_t>(count) * sizeof(*from));
  position_ += gradient.batch();
  examples_ += gradient.batch();
}

inline void TrainingLoop::run_gradient(const BatchGradient& gradient) {
  gradient.send_rows();
  check(kernel_.run(gradient.instance(), 1, &error_), "gradient run");
  if (kernel_.fetch) check(kernel_.fetch(gradient.instance(), &error_), "gradient fetch");
}

inline void TrainingLoop::update() {
  const swm_optimizer& optimizer = optimizer_.optimizer();
  const double scale = constant_rate_ ? 1 : settings_.schedule.factor(step_);
  check(optimizer.step(optimizer_.instance(), static_cast<std::uint64_t>(step_), scale, &error_),
        "optimizer step");
  // An optimizer that keeps its own copy brings it home: the gradient reads the host's.
  if (optimizer.fetch) check(optimizer.fetch(optimizer_.instance(), &error_), "optimizer fetch");
}

template <TrainingLoop::Part part>
inline void TrainingLoop::plain_step(const BatchGradient& gradient) {
  ++step_;
  take_rows(gradient);
  if constexpr (part != Part::data) run_gradient(gradient);
  if constexpr (part == Part::everything) update();
}

void TrainingLoop::add_to_window(std::int64_t examples, bool first) {
  vectors_.mirror().copy_out(micro_grads_);
  const auto weight = static_cast<double>(examples);
  const auto add = [&](const auto* g) {
    for (std::size_t p = 0; p < window_.size(); ++p)
      window_[p] = (first ? 0 : window_[p]) + weight * static_cast<double>(g[p]);
  };
  if (micro_grads_.dtype() == SWM_F64)
    add(micro_grads_.values<double>());
  else
    add(micro_grads_.values<float>());
}

void TrainingLoop::finish_window(std::int64_t examples) {
  const auto divisor = static_cast<double>(examples);
  const auto write = [&](auto* g) {
    for (std::size_t p = 0; p < window_.size(); ++p)
      g[p] = static_cast<std::remove_reference_t<decltype(*g)>>(window_[p] / divisor);
  };
  if (vectors_.grads.dtype() == SWM_F64)
    write(vectors_.grads.values<double>());
  else
    write(vectors_.grads.values<float>());
  vectors_.mirror().copy_in(vectors_.grads);
}

// Averages over examples, not over micro-batches: a smaller one at the end weighs less.
template <TrainingLoop::Part part>
void TrainingLoop::accumulated_step() {
  ++step_;
  const std::int64_t before = examples_;
  for (std::int64_t m = 0; m < settings_.accumulation && position_ < sampler_.epoch_length(); ++m) {
    const bool whole = sampler_.epoch_length() - position_ >= full_.batch();
    const BatchGradient& gradient = whole ? full_ : *rest_;
    take_rows(gradient);
    if constexpr (part == Part::data) continue;
    run_gradient(gradient);
    add_to_window(gradient.batch(), m == 0);
  }
  if constexpr (part == Part::data) return;
  finish_window(examples_ - before);
  if constexpr (part == Part::everything) update();
}

template <TrainingLoop::Part part>
void TrainingLoop::run(std::int64_t count) {
  const std::int64_t length = sampler_.epoch_length();
  while (count > 0) {
    if (position_ == length) {
      sampler_.next_epoch();
      position_ = 0;
    }
    if (settings_.accumulation > 1) {
      accumulated_step<part>();
      --count;
      continue;
    }
    const std::int64_t whole = std::min(count, (length - position_) / full_.batch());
    for (std::int64_t i = 0; i < whole; ++i) plain_step<part>(full_);
    count -= whole;
    if (count > 0 && position_ < length) {
      plain_step<part>(*rest_);
      --count;
    }
  }
}

template <TrainingLoop::Part part>
void TrainingLoop::run_part(std::uint64_t epochs) {
  restart();
  run<part>(static_cast<std::int64_t>(epochs) * steps_per_epoch_);
  vectors_.mirror().copy_out(vectors_.params);  // waits for a device
}

void TrainingLoop::run_steps(std::int64_t count) { run<Part::everything>(count); }
void TrainingLoop::run_epochs(std::uint64_t epochs) { run_part<Part::everything>(epochs); }
void TrainingLoop::run_data_only(std::uint64_t epochs) { run_part<Part::data>(epochs); }
void TrainingLoop::run_without_step(std::uint64_t epochs) { run_part<Part::gradient>(epochs); }

std::vector<double> TrainingLoop::read(const Tensor& vector) const {
  vectors_.mirror().copy_out(vector);
  return TrainingVectors::read(vector);
}

std::vector<std::vector<double>> TrainingLoop::states() const {
  std::vector<std::vector<double>> all;
  for (const Tensor& state : optimizer_.states()) all.push_back(read(state));
  return all;
}

std::vector<double> TrainingLoop::gradient_of(const std::vector<std::int32_t>& rows) {
  std::copy_n(rows.begin(), full_.batch(), full_.rows());
  run_gradient(full_);
  return read(settings_.accumulation > 1 ? micro_grads_ : vectors_.grads);
}

std::optional<std::string> TrainingLoop::damage() const {
  for (const Tensor& state : optimizer_.states())
    if (auto damaged = state.damage()) return damaged;
  if (auto damaged = micro_grads_.damage()) return damaged;
  return vectors_.damage();
}

TrainingLoop::Snapshot TrainingLoop::snapshot() const {
  return {params(), states(), sampler_, position_, step_, examples_};
}

void TrainingLoop::restore(const Snapshot& snapshot) {
  vectors_.set_params(snapshot.params);
  for (std::size_t s = 0; s < snapshot.states.size(); ++s)
    TrainingVectors::write(optimizer_.states()[s], snapshot.states[s]);
  optimizer_.push();
  sampler_ = snapshot.sampler;
  position_ = snapshot.position;
  step_ = snapshot.step;
  examples_ = snapshot.examples;
}

}  // namespace sweepmark::host
