// Everything a run's samples say, gathered once: what the reports show and `--json` carries.
#pragma once
#include <vector>

#include "analysis/comparison.hpp"
#include "analysis/dispatch.hpp"
#include "analysis/group_summary.hpp"
#include "analysis/history.hpp"
#include "analysis/roofline.hpp"
#include "analysis/saturation.hpp"
#include "analysis/size_sweep.hpp"
#include "analysis/training_fits.hpp"
#include "analysis/training_summary.hpp"

namespace sweepmark::host {

/// Indexes point into the run it was made from.
struct Analysis {
  std::vector<GroupSummary> groups;
  std::vector<Saturation> saturations;
  std::vector<DispatchFamily> dispatch;
  std::vector<SizeSweep> size_sweeps;
  std::vector<TrainingSummary> training;
  std::vector<StepCostFit> step_costs;
  std::vector<CriticalBatchFit> critical_batches;
  std::vector<NoiseScale> noise_scales;
};

Analysis analyze(const RunFile& run);

}  // namespace sweepmark::host
