#include "reports/size_section.hpp"

#include <fmt/format.h>

#include <bit>
#include <map>

#include "base/units.hpp"
#include "reports/words.hpp"

namespace sweepmark::host {
namespace {

/// Powers of two stay where there is no room for every size.
int spare_rank(std::int64_t size) {
  return size > 0 && std::has_single_bit(static_cast<std::uint64_t>(size)) ? 0 : 1;
}

}  // namespace

Section size_section(const RunFile& run, const SizeSweep& sweep,
                     const std::vector<DispatchFamily>& dispatch) {
  Section section;
  section.title = fmt::format("GFLOP/s over {}", sweep.axis);
  section.subtitle = sweep.fixed.empty() ? sweep.family : sweep.family + ", " + sweep.fixed;
  section.columns.push_back({"kernel", Align::left});
  std::map<std::int64_t, double> best;
  for (const std::int64_t size : sweep.sizes)
    section.columns.push_back({fmt::format("{}", size), Align::right, "", spare_rank(size)});
  for (const auto& series : sweep.series)
    for (const auto& point : series.points)
      best[point.size] = std::max(best[point.size], *run.measurements[point.index].gflops);
  for (const auto& series : sweep.series) {
    Row row{{to_text(series.configuration)}};
    std::map<std::int64_t, double> rates;
    for (const auto& point : series.points)
      rates[point.size] = *run.measurements[point.index].gflops;
    for (const std::int64_t size : sweep.sizes) {
      const auto rate = rates.find(size);
      if (rate == rates.end())
        row.emplace_back();
      else
        row.push_back({format_number(rate->second, 3),
                       rate->second == best[size] ? Emphasis::strong : Emphasis::plain,
                       rate->second});
    }
    section.rows.push_back(std::move(row));
  }
  section.answers = size_sweep_words(sweep);
  for (const auto& family : dispatch)
    if (family.family == sweep.family)
      for (auto& line : dispatch_words(family)) section.answers.push_back(std::move(line));
  return section;
}

}  // namespace sweepmark::host
