#include "reports/section.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace sweepmark::host {

void RemarkList::add(const std::string& row_label, const std::string& sentence) {
  const auto same = std::find_if(remarks_.begin(), remarks_.end(),
                                 [&](const Remark& r) { return r.sentence == sentence; });
  Remark& remark = same == remarks_.end() ? remarks_.emplace_back(Remark{sentence, {}}) : *same;
  if (!row_label.empty()) remark.labels.push_back(row_label);
}

std::vector<std::string> RemarkList::lines() const {
  constexpr std::size_t most_named = 3;
  std::vector<std::string> lines;
  for (const auto& [sentence, labels] : remarks_) {
    if (labels.empty()) {
      lines.push_back(sentence);
    } else if (labels.size() <= most_named) {
      lines.push_back(fmt::format("{}: {}", join(labels, ", "), sentence));
    } else {
      const std::vector<std::string> named(labels.begin(), labels.begin() + most_named - 1);
      lines.push_back(fmt::format("{} and {} more: {}", join(named, ", "),
                                  labels.size() - named.size(), sentence));
    }
  }
  return lines;
}

void drop_empty_columns(Section& section) {
  for (std::size_t c = section.columns.size(); c-- > 0;) {
    const bool empty = std::all_of(section.rows.begin(), section.rows.end(), [&](const Row& row) {
      return row[c].text.empty() && !row[c].bar;
    });
    if (!empty || section.rows.empty()) continue;
    const auto at = static_cast<std::ptrdiff_t>(c);
    section.columns.erase(section.columns.begin() + at);
    for (Row& row : section.rows) row.erase(row.begin() + at);
  }
}

}  // namespace sweepmark::host
