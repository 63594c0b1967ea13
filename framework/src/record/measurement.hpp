// One finished row: a case, how it ended, every sample, and what follows from them.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/statistics.hpp"
#include "record/case.hpp"

namespace sweepmark::host {

struct PluginIdentity {
  std::string id, version, path, compiler, flags;
};

enum class StoppedBy { interval, budget, samples, interrupted };
std::string_view to_string(StoppedBy reason);
std::optional<StoppedBy> parse_stopped_by(std::string_view text);

/// Measurement::operation of a row that another tool measured: such rows are compared file against
/// file, never ranked against each other, and have no problem of ours.
inline constexpr std::string_view imported_operation = "imported";

/// Field names in the store are those of this struct (see record/json.cpp); times per call.
struct Measurement {
  std::string id, hash, group;
  std::string kernel, operation;
  PluginIdentity plugin;
  Problem problem;
  std::optional<int> threads_used;
  Settings tuning;
  CacheMode cache = CacheMode::hot;
  std::string device = "cpu";
  std::string math = "native";  // native | tf32 | bf16 | fp16
  bool prepacked = false;
  std::string timer = "host";  // host | plugin
  Outcome outcome = Outcome::skipped;
  std::optional<std::string> reason;
  std::uint64_t seed = 0;
  std::optional<std::int64_t> iterations;  // calls in one sample
  std::vector<double> samples_ns;          // nanoseconds per call, one a sample
  std::vector<std::int64_t> rounds;        // the round of each sample
  std::optional<double> median_ns;
  std::optional<Interval> interval_ns;
  std::optional<StoppedBy> stopped_by;
  std::optional<double> flops, bytes;  // nominal, per call
  std::optional<double> gflops, gbytes_per_second;
  std::optional<double> roofline_fraction;
  std::optional<double> bound_error;  // in units of the limit: 1.0 is at the limit
  std::optional<double> empty_call_ns;
  std::vector<std::string> notes;
  std::string reproduce;
};

/// The measurement of a case before anything ran: identity filled in, no samples.
Measurement begin_measurement(const Case& c);

/// Fills median, interval and rates from samples_ns, flops and bytes. A rate whose count is 0, or
/// without samples, stays null.
void summarize(Measurement& m);

}  // namespace sweepmark::host
