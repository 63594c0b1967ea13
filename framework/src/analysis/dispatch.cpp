#include "analysis/dispatch.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace sweepmark::host {
namespace {

double volume(const Problem& p) {
  return static_cast<double>(p.m) * static_cast<double>(p.n) * static_cast<double>(p.k);
}

void add_default_losses(const RunFile& run, const std::vector<const GroupSummary*>& groups,
                        DispatchFamily& family) {
  struct Sum {
    double logs = 0, worst = 0;
    Problem worst_at;
    std::size_t problems = 0;
  };
  std::map<Configuration, Sum> sums;
  for (const auto* group : groups)
    for (const auto& row : group->rows) {
      if (!row.ranked || !row.contract.empty()) continue;
      const Measurement& m = run.measurements[row.index];
      Sum& sum = sums[configuration_of(m)];
      sum.logs += std::log(*row.relative);
      if (*row.relative - 1 >= sum.worst) {
        sum.worst = *row.relative - 1;
        sum.worst_at = m.problem;
      }
      ++sum.problems;
    }
  for (const auto& [configuration, sum] : sums)
    if (sum.problems == family.entries.size())
      family.defaults.push_back({configuration,
                                 std::exp(sum.logs / static_cast<double>(sum.problems)) - 1,
                                 sum.worst, sum.worst_at});
  std::stable_sort(family.defaults.begin(), family.defaults.end(),
                   [](const auto& a, const auto& b) { return a.worst < b.worst; });
}

}  // namespace

std::vector<DispatchFamily> find_dispatch(const RunFile& run,
                                          const std::vector<GroupSummary>& groups) {
  std::vector<DispatchFamily> families;
  std::vector<std::vector<const GroupSummary*>> members;
  std::map<std::string, std::size_t> places;
  for (const auto& group : groups) {
    if (!group.best) continue;
    const Measurement& best = run.measurements[group.rows[*group.best].index];
    if (best.operation != "gemm") continue;
    const auto [place, added] = places.try_emplace(problem_family(best), families.size());
    if (added) {
      families.push_back({place->first, {}, {}});
      members.emplace_back();
    }
    DispatchEntry entry{best.problem, group.rows[*group.best].index, {}};
    for (const auto& row : group.rows)
      if (row.tied && row.contract.empty()) entry.tied.push_back(row.index);
    families[place->second].entries.push_back(std::move(entry));
    members[place->second].push_back(&group);
  }
  for (std::size_t f = 0; f < families.size(); ++f) {
    std::stable_sort(
        families[f].entries.begin(), families[f].entries.end(),
        [](const auto& a, const auto& b) { return volume(a.problem) < volume(b.problem); });
    add_default_losses(run, members[f], families[f]);
  }
  return families;
}

}  // namespace sweepmark::host
