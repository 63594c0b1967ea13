// One document in each form of text.
#pragma once
#include <string>

#include "reports/report.hpp"
#include "reports/section.hpp"

namespace sweepmark::host {

std::string document_text(const Document& document, const TableStyle& style);
std::string document_markdown(const Document& document);

/// & < > " ' as entities.
std::string html_escaped(const std::string& text);

/// One field of RFC 4180: quoted where it holds a comma, a quote or a line break.
std::string csv_field(const std::string& text);

}  // namespace sweepmark::host
