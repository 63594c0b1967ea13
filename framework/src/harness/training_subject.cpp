#include "harness/training_subject.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/statistics.hpp"
#include "harness/kernel_lookup.hpp"
#include "plugin/device_tensor.hpp"

namespace sweepmark::host {

TrainingSubject::TrainingSubject(const TrainingCase& c, const LoadedPlugin& gradient,
                                 const LoadedPlugin& optimizer)
    : manners_(gradient.info.id + " and " + optimizer.info.id),
      run_(c, load_dataset(c), kernel_named(c.gradient, gradient),
           optimizer_named(c.optimizer, optimizer),
           buffers_for(*gradient.descriptor, kernel_named(c.gradient, gradient).device)) {}

Outcome TrainingSubject::learn() {
  manners_.watch([&] { run_.learn(); });
  return run_.outcome();
}

Json TrainingSubject::untimed_record() const { return to_json(run_.record(std::nullopt)); }

Json TrainingSubject::calibrate() {
  const TimedWork epochs = [this](std::uint64_t n) -> std::optional<double> {
    run_.run_epochs(n);
    return std::nullopt;
  };
  epochs_per_sample_ = manners_.watch([&] { return calls_per_sample(epochs, false); });
  const double ns = time_sample(epochs, epochs_per_sample_, false);
  return {{"iterations", epochs_per_sample_}, {"call_ns", ns}};
}

double TrainingSubject::sample(const SampleRequest& request) {
  const TimedWork epochs = [this](std::uint64_t n) -> std::optional<double> {
    run_.run_epochs(n);
    return std::nullopt;
  };
  return manners_.watch([&] {
    if (request.warm_up) run_.run_epochs(1);
    samples_ns_.push_back(time_sample(epochs, epochs_per_sample_, false));
    return samples_ns_.back();
  });
}

// A part of the epoch alone; a few samples, since the ledger is an estimate.
double TrainingSubject::part_median(const TimedWork& part) {
  constexpr int sample_count = 5;
  std::vector<double> samples;
  for (int i = 0; i < sample_count; ++i)
    samples.push_back(time_sample(part, epochs_per_sample_, false));
  return median(samples);
}

Json TrainingSubject::finish() {
  const double ns = sample({.warm_up = true});
  EpochTiming timing;
  timing.samples_ns = samples_ns_;
  manners_.watch([&] {
    timing.data_ns = part_median([this](std::uint64_t n) -> std::optional<double> {
      run_.run_data_only(n);
      return std::nullopt;
    });
    timing.without_step_ns = part_median([this](std::uint64_t n) -> std::optional<double> {
      run_.run_without_step(n);
      return std::nullopt;
    });
  });
  Json record = to_json(run_.record(timing));
  for (const auto& note : manners_.notes()) record["notes"].push_back(note);
  return {{"ns", ns}, {"record", record}};
}

}  // namespace sweepmark::host
