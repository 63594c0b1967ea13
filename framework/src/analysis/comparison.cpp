#include "analysis/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "analysis/compared_sides.hpp"
#include "base/text.hpp"

namespace sweepmark::host {
namespace {

/// The id without its cache mode and dtype: what else a lonely row could have been compared with.
std::string relaxed_id(std::string_view id) {
  std::vector<std::string> kept;
  for (const auto& part : split(id, '/'))
    if (!part.starts_with("cache:") && !part.starts_with("dtype:")) kept.push_back(part);
  return join(kept, "/");
}

std::string mode_of(std::string_view id) {
  std::vector<std::string> modes;
  for (const auto& part : split(id, '/'))
    if (part.starts_with("cache:") || part.starts_with("dtype:")) modes.push_back(part);
  return join(modes, ", ");
}

using Index = std::unordered_map<std::string_view, const ComparedSide*>;
using RelaxedIndex = std::unordered_map<std::string, const ComparedSide*>;

Index index_of(const std::vector<ComparedSide>& sides) {
  Index index;
  index.reserve(sides.size());
  for (const auto& side : sides) index.try_emplace(side.id, &side);
  return index;
}

/// Why a row stands alone. The other side is indexed when the first such row is met.
class LonelyRows {
 public:
  explicit LonelyRows(const std::vector<ComparedSide>& others) : others_(others) {}

  std::string reason(const ComparedSide& side, const char* where) {
    if (index_.empty())
      for (const auto& other : others_) index_.try_emplace(relaxed_id(other.id), &other);
    const auto near = index_.find(relaxed_id(side.id));
    if (near == index_.end()) return fmt::format("only in the {}", where);
    return fmt::format("only in the {}: the other has it with {}", where,
                       mode_of(near->second->id));
  }

 private:
  const std::vector<ComparedSide>& others_;
  RelaxedIndex index_;
};

bool kept(std::string_view id, const CompareOptions& options) {
  return options.filter.empty() || glob_match(options.filter, id);
}

/// One side's own trouble, said once for both.
std::string pair_reason(const ComparedSide& a, const ComparedSide& b) {
  const std::string first = unusable_reason(a), second = unusable_reason(b);
  if (first.empty() && second.empty()) return "";
  if (second.empty()) return fmt::format("baseline {}", first);
  if (first.empty()) return fmt::format("contender {}", second);
  return first == second ? fmt::format("both {}", first)
                         : fmt::format("baseline {}; contender {}", first, second);
}

}  // namespace

Comparison compare_runs(const RunFile& baseline, const RunFile& contender,
                        const CompareOptions& options) {
  Comparison result;
  result.baseline = baseline.path;
  result.contender = contender.path;
  result.differences = header_differences(baseline, contender);
  result.notes = baseline.notes;
  for (const auto& note : contender.notes)
    if (std::find(result.notes.begin(), result.notes.end(), note) == result.notes.end())
      result.notes.push_back(note);
  result.noise_floor = floor_between(baseline, contender);
  result.margin = std::max(options.margin, result.noise_floor.value.value_or(0));

  const auto a = sides_of(baseline), b = sides_of(contender);
  const Index in_b = index_of(b), in_a = index_of(a);
  LonelyRows only_in_a(b), only_in_b(a);
  for (const auto& side : a) {
    if (!kept(side.id, options)) continue;
    const std::string id(side.id);
    const auto partner = in_b.find(side.id);
    if (partner == in_b.end())
      result.incomparable.push_back({id, only_in_a.reason(side, "baseline")});
    else if (auto reason = pair_reason(side, *partner->second); !reason.empty())
      result.incomparable.push_back({id, std::move(reason)});
    else
      result.rows.push_back(compare_sides(side, *partner->second, options, result.margin));
  }
  for (const auto& side : b)
    if (kept(side.id, options) && !in_a.contains(side.id))
      result.incomparable.push_back({std::string(side.id), only_in_b.reason(side, "contender")});
  result.geomean = geometric_mean(result.rows);
  return result;
}

bool has_verdict(const Comparison& comparison, Verdict verdict) {
  return std::any_of(comparison.rows.begin(), comparison.rows.end(),
                     [&](const ComparedRow& row) { return row.verdict == verdict; });
}

}  // namespace sweepmark::host
