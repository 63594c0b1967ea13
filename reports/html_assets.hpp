// Files of the page, embedded at build time.
#pragma once
#include <string_view>

namespace sweepmark::host {

std::string_view page_style();
std::string_view page_script();
/// Chart.js 3.9 or later, minified; empty where the build found none (Debian: libjs-chart.js).
std::string_view chart_library();

}  // namespace sweepmark::host
