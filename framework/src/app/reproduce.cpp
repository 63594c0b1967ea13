#include "app/reproduce.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace sweepmark::host {
namespace {

std::string axis(std::string_view name, const std::string& value) {
  return " -a " + shell_quoted(fmt::format("{}={}", name, value));
}
std::string axis(std::string_view name, std::int64_t value) {
  return axis(name, std::to_string(value));
}

std::string dimension_axes(const Problem& p) {
  switch (p.operation) {
    case Operation::gemm:
      if (p.m == p.n && p.n == p.k) return axis("size", p.m);
      return axis("m", p.m) + axis("n", p.n) + axis("k", p.k);
    case Operation::read:
    case Operation::triad:
      return axis("n", p.n);
    case Operation::fma:
      return axis("n", p.n) + axis("k", p.k);
    case Operation::gradient:
    case Operation::sgd_epoch:
      break;
  }
  std::string text = axis("model", std::string(to_string(p.model))) + axis("examples", p.examples) +
                     axis("features", p.features);
  if (p.model == Model::softmax) text += axis("outputs", p.outputs);
  text += axis("batch_size", p.batch);
  if (p.operation == Operation::sgd_epoch) text += axis("learning_rate", shortest(p.learning_rate));
  return text;
}

}  // namespace

std::string plugin_arguments(const PluginSources& plugins) {
  std::string text;
  for (const auto& file : plugins.files) text += " --plugin " + shell_quoted(file);
  for (const auto& directory : plugins.directories)
    text += " --plugin-dir " + shell_quoted(directory);
  return text;
}

std::string reproduce_command(const Case& c, const PluginSources& plugins) {
  std::string text = "sweepmark run --kernel " + shell_quoted(c.kernel) + dimension_axes(c.problem);
  text += axis("dtype", std::string(to_string(c.problem.dtype)));
  text += axis("threads", c.problem.threads);
  for (const auto& [name, value] : c.tuning) text += axis(name, to_text(value));
  text += axis("cache", std::string(to_string(c.cache)));
  if (c.problem.device_index > 0) text += axis("device", c.problem.device_index);
  if (c.seed != 0) text += fmt::format(" --seed {}", c.seed);
  return text + plugin_arguments(plugins);
}

namespace {

std::string list_axis(std::string_view name, const std::vector<double>& values) {
  std::vector<std::string> texts;
  for (const double v : values) texts.push_back(shortest(v));
  return texts.empty() ? "" : axis(name, join(texts, ","));
}

// What training and noise share; a file is named by its path.
template <class AnyCase>
std::string data_axes(const AnyCase& c) {
  std::string text = axis("dataset", c.dataset) + axis("model", std::string(to_string(c.model))) +
                     axis("gradient", c.gradient) + axis("batch_size", c.batch_size);
  if (!c.target.empty()) text += " --target " + shell_quoted(c.target);
  return text;
}

}  // namespace

std::string reproduce_command(const TrainingCase& c, const PluginSources& plugins) {
  std::string text = "sweepmark run training" + data_axes(c) + axis("optimizer", c.optimizer);
  for (const auto& [name, value] : c.hyperparameters) text += axis(name, to_text(value));
  text += axis("dtype", std::string(to_string(c.dtype))) + axis("threads", c.threads) +
          axis("accumulation", c.accumulation) + axis("duplicate", c.duplicate) +
          axis("sampler", std::string(to_string(c.sampler))) +
          axis("schedule", std::string(to_string(c.schedule)));
  if (c.warmup_epochs > 0) text += axis("warmup_epochs", shortest(c.warmup_epochs));
  text += c.steps > 0 ? axis("steps", c.steps) : axis("epochs", shortest(c.epochs));
  text += axis("evaluate_every", c.evaluate_every) + list_axis("targets", c.targets) +
          list_axis("start", c.start);
  return text + axis("seed", std::to_string(c.seed)) + plugin_arguments(plugins);
}

std::string reproduce_command(const NoiseCase& c, const PluginSources& plugins) {
  return "sweepmark run noise" + data_axes(c) + axis("batches", c.batches) +
         list_axis("point", c.point) + axis("seed", std::to_string(c.seed)) +
         plugin_arguments(plugins);
}

}  // namespace sweepmark::host
