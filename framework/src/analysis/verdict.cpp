#include "analysis/verdict.hpp"

namespace sweepmark::host {

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::faster:
      return "faster";
    case Verdict::slower:
      return "slower";
    case Verdict::equivalent:
      return "equivalent";
    case Verdict::inconclusive:
      break;
  }
  return "inconclusive";
}

Verdict verdict_of(const std::optional<Interval>& interval, double margin) {
  if (!interval) return Verdict::inconclusive;
  const double high = 1 + margin, low = 1 / high;
  if (interval->high < low) return Verdict::faster;
  if (interval->low > high) return Verdict::slower;
  if (interval->low >= low && interval->high <= high) return Verdict::equivalent;
  return Verdict::inconclusive;
}

}  // namespace sweepmark::host
