// A training case (dataset x model x gradient kernel x optimizer x ... x seed) and a noise case.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/outcome.hpp"
#include "record/problem.hpp"
#include "record/value.hpp"

namespace sweepmark::host {

enum class Sampler { shuffled, with_replacement, independent };
enum class Schedule { constant, warmup, step, cosine };

std::string_view to_string(Sampler sampler);
std::string_view to_string(Schedule schedule);
std::optional<Sampler> parse_sampler(std::string_view text);
std::optional<Schedule> parse_schedule(std::string_view text);

struct TrainingCase {
  std::string dataset = "airfoil";  // airfoil | digits | bowl | synthetic | a file's path
  std::string data_file;            // the file actually found ("" for built-in data)
  std::string target;               // --target COLUMN ("" = the last)
  Model model = Model::linear;
  Dtype dtype = Dtype::f32;
  int threads = 1;
  std::string gradient;          // kernel id
  std::string gradient_plugin;   // catalogue entry, as Case::plugin
  std::string optimizer;         // optimizer id
  std::string optimizer_plugin;  // catalogue entry
  Settings hyperparameters;      // every one, learning_rate among them
  std::int64_t batch_size = 10;
  std::int64_t accumulation = 1;
  std::int64_t duplicate = 1;  // each example this many times in a row
  Sampler sampler = Sampler::shuffled;
  Schedule schedule = Schedule::constant;
  double warmup_epochs = 0;
  double epochs = 1;
  std::int64_t steps = 0;             // > 0: this many updates instead of `epochs`
  std::int64_t evaluate_every = 200;  // examples
  std::vector<double> targets;        // losses whose first crossing is reported
  std::vector<double> start;          // initial parameters; empty: the model's own rule
  bool whiten = true;                 // mean off, divided by the deviation; not for bowl, digits
  std::int64_t distance_steps = 10;   // bowl: the last updates its mean distance is taken over
  std::uint64_t seed = 0;
  std::optional<Outcome> settled;
  std::string reason;
};

std::string training_id(const TrainingCase& c);
std::string training_hash(const TrainingCase& c);
/// Everything but the seed: the cases whose spread over seeds is one answer.
std::string training_group(const TrainingCase& c);

/// Bias and deviation of the gradient at one point, over `batches` independent batches.
struct NoiseCase {
  std::string dataset = "bowl";
  std::string data_file;
  std::string target;
  Model model = Model::bowl;
  std::string gradient;
  std::string gradient_plugin;
  std::int64_t batch_size = 1;
  std::int64_t batches = 4000;
  std::vector<double> point;  // empty: the model's start (zeros)
  std::uint64_t seed = 0;
  std::optional<Outcome> settled;
  std::string reason;
};

std::string noise_id(const NoiseCase& c);
std::string noise_hash(const NoiseCase& c);

}  // namespace sweepmark::host
