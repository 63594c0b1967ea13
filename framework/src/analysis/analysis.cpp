#include "analysis/analysis.hpp"

namespace sweepmark::host {

Analysis analyze(const RunFile& run) {
  Analysis a;
  a.groups = summarize_groups(run);
  a.saturations = find_saturations(run);
  a.dispatch = find_dispatch(run, a.groups);
  a.size_sweeps = find_size_sweeps(run);
  a.training = summarize_training(run);
  a.step_costs = fit_step_costs(run, a.training);
  a.critical_batches = fit_critical_batches(run, a.training);
  a.noise_scales = find_noise_scales(run);
  return a;
}

}  // namespace sweepmark::host
