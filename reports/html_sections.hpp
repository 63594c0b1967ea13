// Pieces of the HTML page made of sections.
#pragma once
#include <string>
#include <vector>

#include "reports/section.hpp"

namespace sweepmark::host {

/// <ul> of escaped lines; "" for none.
std::string html_list(const std::vector<std::string>& lines, const char* style);

/// The table with its sortable head, at most `most_rows` rows.
std::string html_table(const Section& section, std::size_t most_rows);

/// A card a section, until `rows_left` rows are used up; what is left out is said.
std::string html_sections(const std::vector<Section>& sections, std::size_t& rows_left);

}  // namespace sweepmark::host
