// One run as the store holds it: header, records in the order they finished, and the end.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "record/environment.hpp"
#include "record/measurement.hpp"
#include "record/training_record.hpp"

namespace sweepmark::host {

inline constexpr int store_schema = 1;

struct RunHeader {
  int schema = store_schema;
  std::string version;
  std::string plan;       // the plan's name
  std::string plan_text;  // the plan itself as TOML, so that --resume needs no other file
  std::string started;    // RFC 3339, UTC
  std::uint64_t seed = 0;
  std::vector<std::string> arguments;
  Environment environment;
  std::optional<Ceilings> ceilings;
  std::vector<std::string> notes;  // what a report must say first, e.g. that data are synthetic
};

struct RunEnd {
  bool complete = false;
  std::map<std::string, std::int64_t> counts;  // outcome -> rows
  double wall_seconds = 0;
};

struct RunFile {
  std::string path;
  RunHeader header;
  std::vector<Measurement> measurements;
  std::vector<TrainingRecord> training;
  std::vector<NoiseRecord> noise;
  std::optional<RunEnd> end;       // absent: killed before the end
  std::vector<std::string> notes;  // what the reader had to say: a cut last line, lenient tokens
};

}  // namespace sweepmark::host
