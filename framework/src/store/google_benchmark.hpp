// Google Benchmark's result files (2016 to now) as runs of ours.
#pragma once
#include <string>

#include "record/json.hpp"
#include "record/run_file.hpp"

namespace sweepmark::host {

/// Every benchmark of the file becomes one measurement: repetitions are its samples (real_time, in
/// nanoseconds whatever the unit). A file of aggregates alone gives a median without samples. Big-O
/// and RMS rows are no times and are left out with a note. An error row is `failed`, a row without
/// a time `skipped`, both with their reason. `blanked` counts NaN and Infinity tokens, for the
/// note. Throws Error naming the file and the row where a row has no name or an unknown time unit.
RunFile import_google_benchmark(const Json& json, const std::string& path, std::size_t blanked);

}  // namespace sweepmark::host
