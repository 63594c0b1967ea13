// A comparison, and a history, as documents.
#pragma once
#include "analysis/analysis.hpp"
#include "reports/section.hpp"

namespace sweepmark::host {

/// The noise floor first, then what differs, the rows, and every row without a partner with why.
Document comparison_document(const Comparison& comparison);

/// A table a case and machine; a change of level is marked where it begins.
Document history_document(const std::vector<CaseHistory>& histories);

/// "1.111 [1.102, 1.120]".
std::string ratio_text(const ComparedRow& row);
Emphasis verdict_emphasis(Verdict verdict);

}  // namespace sweepmark::host
