// Outcomes counted, and the exit code they amount to.
#pragma once
#include <cstdint>
#include <map>
#include <string>

#include "base/error.hpp"
#include "record/run_file.hpp"

namespace sweepmark::host {

/// Rows by outcome, training and noise included.
std::map<std::string, std::int64_t> count_outcomes(const RunFile& run);

/// wrong beats failed beats nothing measured.
ExitCode exit_code_of(const std::map<std::string, std::int64_t>& counts);

/// The one that is worse news: wrong, failed, nothing, ok.
ExitCode worse_of(ExitCode a, ExitCode b);

/// One row in a log: id, median and rate, or outcome and reason.
std::string log_line(const Measurement& m);
std::string log_line(const TrainingRecord& t);
std::string log_line(const NoiseRecord& n);

}  // namespace sweepmark::host
