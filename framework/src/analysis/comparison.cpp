#include "analysis/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "analysis/compared_sides.hpp"
#include "base/text.hpp"

namespace sweepmark::host {
namespace {

/// The id without its cache mode and dtype: what else a lonely row could have been compared with.
std::string relaxed_id(const std::string& id) {
  std::vector<std::string> kept;
  for (const auto& part : split(id, '/'))
    if (!part.starts_with("cache:") && !part.starts_with("dtype:")) kept.push_back(part);
  return join(kept, "/");
}

std::string mode_of(const std::string& id) {
  std::vector<std::string> modes;
  for (const auto& part : split(id, '/'))
    if (part.starts_with("cache:") || part.starts_with("dtype:")) modes.push_back(part);
  return join(modes, ", ");
}

using Index = std::unordered_map<std::string, const ComparedSide*>;

std::string lonely_reason(const ComparedSide& side, const Index& relaxed_others,
                          const char* where) {
  const auto near = relaxed_others.find(relaxed_id(side.id));
  if (near == relaxed_others.end()) return fmt::format("only in the {}", where);
  return fmt::format("only in the {}: the other has it with {}", where, mode_of(near->second->id));
}

Index index_by(const std::vector<ComparedSide>& sides, std::string (*key)(const std::string&)) {
  Index index;
  for (const auto& side : sides) index.try_emplace(key ? key(side.id) : side.id, &side);
  return index;
}

bool kept(const std::string& id, const CompareOptions& options) {
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
  const Index in_b = index_by(b, nullptr), in_a = index_by(a, nullptr);
  Index relaxed_a, relaxed_b;  // only needed once a row stands alone
  for (const auto& side : a) {
    if (!kept(side.id, options)) continue;
    const auto partner = in_b.find(side.id);
    if (partner == in_b.end()) {
      if (relaxed_b.empty()) relaxed_b = index_by(b, relaxed_id);
      result.incomparable.push_back({side.id, lonely_reason(side, relaxed_b, "baseline")});
    } else if (auto reason = pair_reason(side, *partner->second); !reason.empty()) {
      result.incomparable.push_back({side.id, std::move(reason)});
    } else {
      result.rows.push_back(compare_sides(side, *partner->second, options, result.margin));
    }
  }
  for (const auto& side : b) {
    if (!kept(side.id, options) || in_a.contains(side.id)) continue;
    if (relaxed_a.empty()) relaxed_a = index_by(a, relaxed_id);
    result.incomparable.push_back({side.id, lonely_reason(side, relaxed_a, "contender")});
  }
  result.geomean = geometric_mean(result.rows);
  return result;
}

bool has_verdict(const Comparison& comparison, Verdict verdict) {
  return std::any_of(comparison.rows.begin(), comparison.rows.end(),
                     [&](const ComparedRow& row) { return row.verdict == verdict; });
}

}  // namespace sweepmark::host
