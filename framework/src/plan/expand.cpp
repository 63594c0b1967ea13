#include "plan/expand.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/text.hpp"
#include "plan/expansion.hpp"

namespace sweepmark::host {
namespace {

/// The cases of one group side by side, groups in the order of their first case.
void gather_groups(std::vector<Case>& cases) {
  std::unordered_map<std::string, std::size_t> rank_of;
  std::vector<std::pair<std::size_t, std::size_t>> order;  // group's rank, index
  for (std::size_t i = 0; i < cases.size(); ++i)
    order.emplace_back(rank_of.try_emplace(case_group(cases[i]), rank_of.size()).first->second, i);
  std::sort(order.begin(), order.end());
  std::vector<Case> sorted;
  sorted.reserve(cases.size());
  for (const auto& [rank, i] : order) sorted.push_back(std::move(cases[i]));
  cases = std::move(sorted);
}

}  // namespace

ExpandedPlan expand(const Plan& plan, const Catalog& catalog, const ExpandContext& context) {
  Expansion expansion(catalog, context);
  for (const auto& sweep : plan.sweeps) {
    if (sweep.operation == "training")
      expand_training_sweep(sweep, expansion);
    else if (sweep.operation == "noise")
      expand_noise_sweep(sweep, expansion);
    else
      expand_kernel_sweep(sweep, expansion);
  }
  expansion.check_imposed();
  gather_groups(expansion.result.cases);
  return std::move(expansion.result);
}

void keep_matching(ExpandedPlan& plan, const std::string& glob) {
  std::erase_if(plan.cases, [&](const Case& c) { return !glob_match(glob, case_id(c)); });
  std::erase_if(plan.training,
                [&](const TrainingCase& c) { return !glob_match(glob, training_id(c)); });
  std::erase_if(plan.noise, [&](const NoiseCase& c) { return !glob_match(glob, noise_id(c)); });
}

}  // namespace sweepmark::host
