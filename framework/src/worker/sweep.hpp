// Cases in, measurements out, in the order they finish.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "plugin/catalog.hpp"
#include "record/environment.hpp"
#include "record/measurement.hpp"
#include "worker/rounds.hpp"

namespace sweepmark::host {

struct SweepOptions {
  RoundsOptions rounds;
  double budget_seconds = 10;                 // sampling time of one case
  std::optional<double> time_budget_seconds;  // for the whole run
  Environment environment;                    // cache sizes, for the roofline
  std::optional<Ceilings> ceilings;           // measured before, by `sweepmark machine`
  std::function<std::string(const Case&)> reproduce;
};

struct SweepEvents {
  std::function<void(const Measurement&)> finished;
  std::function<void(const std::string& id)> sampled;
  std::function<bool()> interrupted;
};

/// Runs the cases group by group. Throws only for what ends the run (the store's disk is full).
void run_sweep(const std::vector<Case>& cases, const Catalog& catalog, WorkerPool& pool,
               const SweepOptions& options, const SweepEvents& events);

}  // namespace sweepmark::host
