// Training and noise cases in, records out.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "plugin/catalog.hpp"
#include "record/training_record.hpp"
#include "worker/rounds.hpp"

namespace sweepmark::host {

struct TrainingSweepOptions {
  RoundsOptions rounds;
  double budget_seconds = 10;
  std::function<std::string(const TrainingCase&)> reproduce;
  std::function<std::string(const NoiseCase&)> reproduce_noise;
};

struct TrainingSweepEvents {
  std::function<void(const TrainingRecord&)> finished;
  std::function<void(const NoiseRecord&)> noise_finished;
  std::function<void(const std::string& id)> sampled;
  std::function<bool()> interrupted;
};

/// Cases with one seed are sampled in the same rounds, so that batch sizes and optimizers meet the
/// same weather.
void run_training_sweep(std::vector<TrainingCase> cases, const Catalog& catalog, WorkerPool& pool,
                        const TrainingSweepOptions& options, const TrainingSweepEvents& events);

void run_noise_sweep(const std::vector<NoiseCase>& cases, const Catalog& catalog, WorkerPool& pool,
                     const TrainingSweepOptions& options, const TrainingSweepEvents& events);

}  // namespace sweepmark::host
