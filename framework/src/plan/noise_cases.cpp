#include "base/error.hpp"
#include "plan/axis_text.hpp"
#include "plan/training_axes.hpp"

namespace sweepmark::host {
namespace {

NoiseCase make_case(const Sweep& sweep, const SelectedKernel& gradient,
                    const Combination& combination) {
  const auto integer = [&](std::string_view name, std::int64_t fallback) {
    const Value* value = find_choice(combination, name);
    return value ? as_integer(*value, std::string(name)) : fallback;
  };
  NoiseCase c;
  c.dataset = to_text(*find_choice(combination, "dataset"));
  const Value* model = find_choice(combination, "model");
  c.model = model ? *parse_model(to_text(*model)) : default_model(c.dataset);
  if (const Value* target = single_setting(sweep, "target")) c.target = to_text(*target);
  c.gradient = gradient.shown;
  c.gradient_plugin = plugin_key(*gradient.plugin);
  c.batch_size = batch_size_of(combination, c.batch_size);
  c.batches = integer("batches", c.batches);
  c.point = number_setting(sweep, "point");
  c.seed = static_cast<std::uint64_t>(integer("seed", 0));
  c.reason = model_refusal(c.model, c.dataset);
  if (!c.reason.empty()) c.settled = Outcome::unsupported;
  return c;
}

Settings visible_settings(const NoiseCase& c) {
  return {{"dataset", c.dataset},   {"model", std::string(to_string(c.model))},
          {"gradient", c.gradient}, {"batch_size", c.batch_size},
          {"batches", c.batches},   {"seed", static_cast<std::int64_t>(c.seed)}};
}

}  // namespace

void expand_noise_sweep(const Sweep& original, Expansion& expansion) {
  Sweep sweep = original;
  check_axes(sweep);
  add_default(sweep, "dataset", {std::string("bowl")});
  add_default(sweep, "gradient", {std::string("gradient.cpu.batched")});
  add_default(sweep, "seed", {static_cast<std::int64_t>(expansion.context.seed)});
  const auto gradients = find_gradients(sweep, *find_axis(sweep.axes, "gradient"), expansion);
  check_training_axes(sweep, expansion, [](const Axis&) { return false; });
  check_datasets(*find_axis(sweep.axes, "dataset"));
  std::vector<std::string> words;
  for (const auto& g : gradients) words.push_back(g.kernel.shown);
  auto constraints = make_constraints(sweep, expansion.catalog, words);
  for (const auto& gradient : gradients) {
    const Combinations combinations(
        sweep, [](const Axis&) { return true; },
        [&](const Axis& axis, const Value& value) {
          return axis.name != "gradient" || value == gradient.value;
        });
    expansion.reserve(combinations, sweep);
    combinations.for_each([&](const Combination& combination) {
      NoiseCase c = make_case(sweep, gradient.kernel, combination);
      if (!constraints.empty() && !all_hold(constraints, visible_settings(c))) return;
      if (expansion.is_new(noise_id(c), sweep.place))
        expansion.result.noise.push_back(std::move(c));
    });
  }
}

}  // namespace sweepmark::host
