// A chart as the page's script reads it.
#pragma once
#include "record/json.hpp"
#include "reports/html_chart.hpp"

namespace sweepmark::host {

/// Series and points that do not fit a readable chart are thinned, with a note in the caption.
Json to_json(const Chart& chart);

}  // namespace sweepmark::host
