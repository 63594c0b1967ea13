#include "record/training_case.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/text.hpp"

namespace sweepmark::host {
namespace {
constexpr std::array<std::pair<Sampler, std::string_view>, 3> samplers{
    {{Sampler::shuffled, "shuffled"},
     {Sampler::with_replacement, "with_replacement"},
     {Sampler::independent, "independent"}}};
constexpr std::array<std::pair<Schedule, std::string_view>, 4> schedules{
    {{Schedule::constant, "constant"},
     {Schedule::warmup, "warmup"},
     {Schedule::step, "step"},
     {Schedule::cosine, "cosine"}}};
}  // namespace

std::string_view to_string(Sampler sampler) {
  for (const auto& [value, name] : samplers)
    if (value == sampler) return name;
  return "?";
}

std::string_view to_string(Schedule schedule) {
  for (const auto& [value, name] : schedules)
    if (value == schedule) return name;
  return "?";
}

std::optional<Sampler> parse_sampler(std::string_view text) {
  for (const auto& [value, name] : samplers)
    if (name == text) return value;
  return std::nullopt;
}

std::optional<Schedule> parse_schedule(std::string_view text) {
  for (const auto& [value, name] : schedules)
    if (name == text) return value;
  return std::nullopt;
}

std::string training_group(const TrainingCase& c) {
  std::string id =
      fmt::format("training/{}/model:{}/dtype:{}/threads:{}/{}/{}", c.dataset, to_string(c.model),
                  to_string(c.dtype), c.threads, c.gradient, c.optimizer);
  for (const auto& [name, value] : c.hyperparameters)
    id += fmt::format("/{}:{}", name, to_text(value));
  id += fmt::format("/batch_size:{}/accumulation:{}/sampler:{}/schedule:{}", c.batch_size,
                    c.accumulation, to_string(c.sampler), to_string(c.schedule));
  if (c.warmup_epochs > 0) id += fmt::format("/warmup_epochs:{}", shortest(c.warmup_epochs));
  if (c.duplicate != 1) id += fmt::format("/duplicate:{}", c.duplicate);
  if (!c.whiten) id += "/whiten:false";
  if (c.steps > 0) return id + fmt::format("/steps:{}", c.steps);
  return id + fmt::format("/epochs:{}", shortest(c.epochs));
}

std::string training_id(const TrainingCase& c) {
  return fmt::format("{}/seed:{}", training_group(c), c.seed);
}

std::string training_hash(const TrainingCase& c) {
  return fnv1a_hex(fmt::format("{}/{}/{}", training_id(c), c.evaluate_every, c.target));
}

std::string noise_id(const NoiseCase& c) {
  return fmt::format("noise/{}/{}/batch_size:{}/batches:{}/seed:{}", c.dataset, c.gradient,
                     c.batch_size, c.batches, c.seed);
}

std::string noise_hash(const NoiseCase& c) { return fnv1a_hex(noise_id(c)); }

}  // namespace sweepmark::host
