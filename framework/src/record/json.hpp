// Records to JSON and back: the store's lines, the worker protocol and `--json` share this form.
// Strict: a number that is not finite becomes null. Field names are the published contract.
#pragma once
#include <nlohmann/json.hpp>

#include "record/run_file.hpp"

namespace sweepmark::host {

/// Keeps the order fields are written in, so that lines are readable and stable.
using Json = nlohmann::ordered_json;

Json to_json(const Value& value);
Json to_json(const Settings& settings);
Json to_json(const Problem& problem);
Json to_json(const Case& c);
Json to_json(const GpuDevice& device);
Json to_json(const Environment& environment);
Json to_json(const Ceilings& ceilings);
Json to_json(const Measurement& measurement);  // "record":"measurement"
Json to_json(const TrainingCase& c);
Json to_json(const NoiseCase& c);
Json to_json(const TrainingRecord& training);  // "record":"training"
Json to_json(const NoiseRecord& noise);        // "record":"noise"
Json to_json(const RunHeader& header);         // "record":"run"
Json to_json(const RunEnd& end);               // "record":"end"

/// Each throws Error naming the field that is missing or has another type; null reads as absent.
Value value_from_json(const Json& json);
Settings settings_from_json(const Json& json);
Problem problem_from_json(const Json& json);
Case case_from_json(const Json& json);
GpuDevice gpu_device_from_json(const Json& json);
Environment environment_from_json(const Json& json);
Ceilings ceilings_from_json(const Json& json);
Measurement measurement_from_json(const Json& json);
TrainingCase training_case_from_json(const Json& json);
NoiseCase noise_case_from_json(const Json& json);
TrainingRecord training_record_from_json(const Json& json);
NoiseRecord noise_record_from_json(const Json& json);
RunHeader run_header_from_json(const Json& json);
RunEnd run_end_from_json(const Json& json);

/// One compact line, UTF-8 repaired, never NaN.
std::string to_line(const Json& json);

/// A finite number or null.
Json number_or_null(const std::optional<double>& value);

}  // namespace sweepmark::host
