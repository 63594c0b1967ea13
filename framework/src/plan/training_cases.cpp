#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"
#include "plan/axis_rules.hpp"
#include "plan/axis_text.hpp"
#include "plan/parameters.hpp"
#include "plan/training_axes.hpp"

namespace sweepmark::host {
namespace {

constexpr std::uint64_t default_seeds = 5;

struct NamedOptimizer {
  Value value;
  SelectedOptimizer optimizer;
};

class TrainingSweep {
 public:
  TrainingSweep(const Sweep& sweep, Expansion& expansion) : sweep_(sweep), expansion_(expansion) {}

  void expand();

 private:
  void complete();
  void find_optimizers();
  void check();
  void set_settings(TrainingCase& c) const;
  TrainingCase make_case(const SelectedKernel& gradient, const SelectedOptimizer& optimizer,
                         const Combination& combination);
  void add_cases(const NamedGradient& gradient, const NamedOptimizer& optimizer);

  Sweep sweep_;  // a copy: unknown axes are taken out, unsaid ones added
  Expansion& expansion_;
  std::vector<NamedGradient> gradients_;
  std::vector<NamedOptimizer> optimizers_;
  std::vector<Constraint> constraints_;
};

void TrainingSweep::complete() {
  add_default(sweep_, "dataset", {std::string("airfoil")});
  add_default(sweep_, "gradient", {std::string("gradient.cpu.batched")});
  add_default(sweep_, "optimizer", {std::string("optimizer.sgd")});
  std::vector<Value> seeds;
  for (std::uint64_t i = 0; i < default_seeds; ++i)
    seeds.emplace_back(static_cast<std::int64_t>(expansion_.context.seed + i));
  add_default(sweep_, "seed", std::move(seeds));
}

void TrainingSweep::find_optimizers() {
  const Axis& axis = *find_axis(sweep_.axes, "optimizer");
  for (const auto& value : axis.values) {
    const std::string glob = to_text(value);
    const auto found = select_optimizers(expansion_.catalog, glob);
    if (found.empty()) missing(sweep_, axis, no_optimizer(expansion_.catalog, glob), expansion_);
    for (const auto& optimizer : found) optimizers_.push_back({value, optimizer});
  }
}

void TrainingSweep::check() {
  std::vector<ParameterOwner> owners;
  for (const auto& o : optimizers_)
    owners.push_back({o.optimizer.shown, &o.optimizer.optimizer->params});
  check_training_axes(sweep_, expansion_,
                      [&](const Axis& axis) { return check_parameter_axis(axis, owners); });
  check_datasets(*find_axis(sweep_.axes, "dataset"));
  std::vector<std::string> words;
  for (const auto& o : optimizers_) words.push_back(o.optimizer.shown);
  for (const auto& g : gradients_) words.push_back(g.kernel.shown);
  constraints_ = make_constraints(sweep_, expansion_.catalog, words);
}

void TrainingSweep::set_settings(TrainingCase& c) const {
  if (const Value* every = single_setting(sweep_, "evaluate_every"))
    c.evaluate_every = as_integer(*every, "evaluate_every");
  if (const Value* steps = single_setting(sweep_, "distance_steps"))
    c.distance_steps = as_integer(*steps, "distance_steps");
  if (const Value* whiten = single_setting(sweep_, "whiten")) c.whiten = to_text(*whiten) == "yes";
  if (const Value* target = single_setting(sweep_, "target")) c.target = to_text(*target);
  c.targets = number_setting(sweep_, "targets");
  c.start = number_setting(sweep_, "start");
}

TrainingCase TrainingSweep::make_case(const SelectedKernel& gradient,
                                      const SelectedOptimizer& optimizer,
                                      const Combination& combination) {
  const auto integer = [&](std::string_view name, std::int64_t fallback) {
    const Value* value = find_choice(combination, name);
    return value ? as_integer(*value, std::string(name)) : fallback;
  };
  const auto real = [&](std::string_view name, double fallback) {
    const Value* value = find_choice(combination, name);
    return value ? as_real(*value, std::string(name)) : fallback;
  };
  const auto text = [&](std::string_view name, const std::string& fallback) {
    const Value* value = find_choice(combination, name);
    return value ? to_text(*value) : fallback;
  };
  TrainingCase c;
  c.dataset = text("dataset", c.dataset);
  c.model = *parse_model(text("model", std::string(to_string(default_model(c.dataset)))));
  c.dtype = *parse_dtype(text("dtype", "f32"));
  const Value* threads = find_choice(combination, "threads");
  c.threads = threads ? expansion_.threads(*threads) : 1;
  c.gradient = gradient.shown;
  c.gradient_plugin = plugin_key(*gradient.plugin);
  c.optimizer = optimizer.shown;
  c.optimizer_plugin = plugin_key(*optimizer.plugin);
  c.batch_size = batch_size_of(combination, c.batch_size);
  c.accumulation = integer("accumulation", c.accumulation);
  c.duplicate = integer("duplicate", c.duplicate);
  c.sampler = *parse_sampler(text("sampler", "shuffled"));
  c.schedule = *parse_schedule(text("schedule", "constant"));
  c.warmup_epochs = real("warmup_epochs", c.warmup_epochs);
  c.epochs = real("epochs", c.epochs);
  c.steps = integer("steps", c.steps);
  c.seed = static_cast<std::uint64_t>(integer("seed", 0));
  set_settings(c);
  c.hyperparameters = settings_of(
      optimizer.optimizer->params,
      [&](const std::string& name) { return find_choice(combination, name); }, c.reason);
  if (c.reason.empty()) c.reason = model_refusal(c.model, c.dataset);
  if (c.reason.empty() && gradient.kernel->device != optimizer.optimizer->device)
    c.reason = fmt::format("the gradient is computed on {}, the optimizer works on {}",
                           gradient.kernel->device, optimizer.optimizer->device);
  if (!c.reason.empty()) c.settled = Outcome::unsupported;
  return c;
}

Settings visible_settings(const TrainingCase& c) {
  Settings values{{"dataset", c.dataset},
                  {"model", std::string(to_string(c.model))},
                  {"gradient", c.gradient},
                  {"optimizer", c.optimizer},
                  {"batch_size", c.batch_size},
                  {"accumulation", c.accumulation},
                  {"duplicate", c.duplicate},
                  {"sampler", std::string(to_string(c.sampler))},
                  {"schedule", std::string(to_string(c.schedule))},
                  {"warmup_epochs", c.warmup_epochs},
                  {"epochs", c.epochs},
                  {"steps", c.steps},
                  {"seed", static_cast<std::int64_t>(c.seed)},
                  {"dtype", std::string(to_string(c.dtype))},
                  {"threads", static_cast<std::int64_t>(c.threads)}};
  values.insert(c.hyperparameters.begin(), c.hyperparameters.end());
  return values;
}

void TrainingSweep::add_cases(const NamedGradient& gradient, const NamedOptimizer& optimizer) {
  const Combinations combinations(
      sweep_,
      [&](const Axis& axis) {
        const AxisRule* rule = find_rule(sweep_.operation, axis.name);
        return (rule && rule->kind != AxisKind::parameter) ||
               find_parameter(optimizer.optimizer.optimizer->params, axis.name) != nullptr;
      },
      [&](const Axis& axis, const Value& value) {
        if (axis.name == "gradient") return value == gradient.value;
        if (axis.name == "optimizer") return value == optimizer.value;
        return true;
      });
  expansion_.reserve(combinations, sweep_);
  combinations.for_each([&](const Combination& combination) {
    TrainingCase c = make_case(gradient.kernel, optimizer.optimizer, combination);
    if (!constraints_.empty() && !all_hold(constraints_, visible_settings(c))) return;
    if (expansion_.is_new(training_id(c), sweep_.place))
      expansion_.result.training.push_back(std::move(c));
  });
}

void TrainingSweep::expand() {
  check_axes(sweep_);
  check_rivals(sweep_);
  complete();
  find_optimizers();
  gradients_ = find_gradients(sweep_, *find_axis(sweep_.axes, "gradient"), expansion_);
  check();
  for (const auto& gradient : gradients_)
    for (const auto& optimizer : optimizers_) add_cases(gradient, optimizer);
}

}  // namespace

void expand_training_sweep(const Sweep& sweep, Expansion& expansion) {
  TrainingSweep(sweep, expansion).expand();
}

}  // namespace sweepmark::host
