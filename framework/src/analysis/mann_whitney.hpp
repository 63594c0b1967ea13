// The Mann-Whitney U test: do two sets of unpaired samples come from one distribution?
#pragma once
#include <vector>

namespace sweepmark::host {

struct MannWhitney {
  double p = 1;           // two-sided
  double smallest_p = 1;  // the least two-sided p these sizes can give: 2 / C(m + n, m)
  bool exact = false;
};

/// Exact (by counting) without ties and with at most 20 samples a side, otherwise the normal
/// approximation with tie and continuity corrections. Source: Mann and Whitney, Ann. Math. Stat. 18
/// (1947). Both sides hold at least one sample.
MannWhitney mann_whitney(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace sweepmark::host
