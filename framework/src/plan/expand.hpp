// Plan + catalogue -> cases: each runnable, or settled with a reason.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "plan/plan.hpp"
#include "plugin/catalog.hpp"
#include "record/case.hpp"
#include "record/training_case.hpp"

namespace sweepmark::host {

/// What expansion needs to know of the machine.
struct ExpandContext {
  int usable_cpus = 1;
  std::uint64_t seed = 0;
};

struct ExpandedPlan {
  std::vector<Case> cases;  // grouped: the cases of one problem stand together
  std::vector<TrainingCase> training;
  std::vector<NoiseCase> noise;
  std::vector<std::string> notes;  // e.g. an optional kernel glob that matched nothing
};

/// Throws Error naming the value, axis or kernel and its place (nearest name given) before anything
/// runs. A kernel without an axis appears once, not once per value; duplicates are dropped.
///
/// What a sweep does not say: size 256 for gemm; dtype f32; hot; all usable CPUs for a kernel, one
/// thread for training; a parameter's preset; airfoil, gradient.cpu.batched, optimizer.sgd and the
/// seeds seed .. seed + 4 for training. batch_size "all" is the whole data set, which a training
/// or noise case holds as batch_size 0. data_file stays empty: whoever finds the data fills it.
ExpandedPlan expand(const Plan& plan, const Catalog& catalog, const ExpandContext& context);

/// Keeps the cases whose id matches the glob.
void keep_matching(ExpandedPlan& plan, const std::string& glob);

/// Every axis that a sweep of the operation may have, the parameters of the catalogue's kernels
/// (or optimizers) among them. Throws Error for an unknown operation.
std::vector<std::string> known_axes(const std::string& operation, const Catalog& catalog);

}  // namespace sweepmark::host
