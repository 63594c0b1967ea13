#include "reports/training_section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/text.hpp"
#include "base/units.hpp"

namespace sweepmark::host {
namespace {

using Facts = std::vector<std::pair<std::string, Value>>;

/// Everything that defines a configuration, by name, in the order the table shows it.
Facts facts_of(const TrainingCase& c) {
  Facts facts{{"gradient", c.gradient},
              {"optimizer", c.optimizer},
              {"batch_size", c.batch_size},
              {"accumulation", c.accumulation}};
  for (const auto& [name, value] : c.hyperparameters) facts.emplace_back(name, value);
  facts.emplace_back("sampler", std::string(to_string(c.sampler)));
  facts.emplace_back("schedule", std::string(to_string(c.schedule)));
  facts.emplace_back("warmup_epochs", c.warmup_epochs);
  facts.emplace_back("duplicate", c.duplicate);
  facts.emplace_back("dtype", std::string(to_string(c.dtype)));
  facts.emplace_back("threads", std::int64_t{c.threads});
  if (c.steps > 0)
    facts.emplace_back("steps", c.steps);
  else
    facts.emplace_back("epochs", c.epochs);
  return facts;
}

std::optional<Value> fact(const TrainingCase& c, const std::string& name) {
  for (const auto& [key, value] : facts_of(c))
    if (key == name) return value;
  return std::nullopt;
}

struct FactNames {
  std::vector<std::string> varying;
  std::vector<std::string> shared;  // "sampler=shuffled"
};

FactNames split_facts(const std::vector<const TrainingCase*>& cases) {
  FactNames names;
  std::vector<std::string> all;
  for (const auto* c : cases)
    for (const auto& [name, value] : facts_of(*c))
      if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
  for (const auto& name : all) {
    const auto first = fact(*cases.front(), name);
    const bool varies = std::any_of(cases.begin(), cases.end(),
                                    [&](const auto* c) { return fact(*c, name) != first; });
    const bool dull = first == Value{std::int64_t{1}} && name != "batch_size" && name != "threads";
    const bool no_warmup = name == "warmup_epochs" && first == Value{0.0};
    if (varies)
      names.varying.push_back(name);
    else if (first && !dull && !no_warmup)
      names.shared.push_back(fmt::format("{}={}", name, to_text(*first)));
  }
  return names;
}

Cell number_cell(const std::optional<double>& value, int digits = 4) {
  if (!value) return {"n/a", Emphasis::faint};
  return {format_number(value, digits), Emphasis::plain, value};
}

/// "1240", "33.33 M": counts and rates of examples.
std::string count_text(double count) {
  if (count >= 1e6) return format_number(count / 1e6, 4) + " M";
  return std::floor(count) == count ? fmt::format("{:.0f}", count) : format_number(count, 4);
}

Cell seconds_cell(const std::optional<double>& seconds) {
  if (!seconds) return {"n/a", Emphasis::faint};
  return {format_duration(*seconds * 1e9), Emphasis::plain, seconds};
}

Cell seeds_cell(const TrainingSummary& s) {
  const std::string text = s.measured == s.rows.size()
                               ? std::to_string(s.measured)
                               : fmt::format("{} of {}", s.measured, s.rows.size());
  return {text, s.measured == 0 ? Emphasis::bad : Emphasis::plain, static_cast<double>(s.measured)};
}

/// "380 steps x 12.3 us = 4.67 ms", or "missed 3/5" where the median seed never got there.
Cell target_cell(const TrainingSummary& s, double target) {
  for (const auto& t : s.targets) {
    if (t.target != target || t.seeds == 0) continue;
    const std::string missed =
        t.missed > 0 ? fmt::format("missed {}/{}", t.missed, t.seeds) : std::string();
    if (!t.median_steps) return {missed, Emphasis::bad};
    if (!t.seconds)
      return {fmt::format("{} steps", count_text(*t.median_steps)), Emphasis::plain,
              t.median_steps};
    std::string text =
        fmt::format("{} = {} steps x {}", format_duration(*t.seconds * 1e9),
                    count_text(*t.median_steps), format_duration(*s.seconds_per_step * 1e9));
    if (!missed.empty()) text += fmt::format(" ({})", missed);
    return {text, Emphasis::plain, t.seconds};
  }
  return {};
}

Cell diverged_cell(const TrainingSummary& s) {
  if (s.diverged.empty()) return {};
  std::vector<std::string> steps;
  for (const auto& [seed, step] : s.diverged) steps.push_back(std::to_string(step));
  if (steps.size() > 3) {
    steps.resize(3);
    steps.emplace_back("...");
  }
  return {fmt::format("diverged at step {}", join(steps, ", ")), Emphasis::bad};
}

std::vector<double> all_targets(const std::vector<const TrainingSummary*>& summaries) {
  std::vector<double> targets;
  for (const auto* s : summaries)
    for (const auto& t : s->targets)
      if (std::find(targets.begin(), targets.end(), t.target) == targets.end())
        targets.push_back(t.target);
  std::sort(targets.rbegin(), targets.rend());
  return targets;
}

void add_remarks(RemarkList& remarks, const RunFile& run, const TrainingSummary& s,
                 const std::string& label) {
  for (const std::size_t i : s.rows) {
    const TrainingRecord& t = run.training[i];
    for (const auto& note : t.notes) remarks.add(label, note);
    if (t.outcome == Outcome::measured) continue;
    const std::string reason = t.outcome == Outcome::diverged && !t.reason
                                   ? fmt::format("at step {}", t.diverged_at.value_or(0))
                                   : t.reason.value_or("no reason was recorded");
    remarks.add(label,
                fmt::format("seed {} {}: {}", t.training.seed, to_string(t.outcome), reason));
  }
}

Section training_table(const RunFile& run, const std::vector<const TrainingSummary*>& summaries) {
  std::vector<const TrainingCase*> cases;
  for (const auto* s : summaries) cases.push_back(&run.training[s->rows.front()].training);
  const FactNames facts = split_facts(cases);
  Section section;
  section.title =
      fmt::format("training {}, {}", cases.front()->dataset, to_string(cases.front()->model));
  section.subtitle = join(facts.shared, ", ");
  for (const auto& name : facts.varying)
    section.columns.push_back(
        {name, name == "gradient" || name == "optimizer" ? Align::left : Align::right});
  if (facts.varying.empty()) section.columns.push_back({"configuration", Align::left});
  section.columns.insert(
      section.columns.end(),
      {{"seeds", Align::right, "measured seeds"},
       {"loss", Align::right, "final loss, median over seeds"},
       {"worst", Align::right, "final loss of the worst seed"},
       {"accuracy", Align::right, "median over seeds"},
       {"distance", Align::right, "mean distance from the minimum over the last steps", 1},
       {"time/epoch", Align::right, "without evaluation, median over seeds"},
       {"time/step", Align::right, "median over seeds"},
       {"±", Align::right, "half-width of the 95% interval of the median, all seeds' samples"},
       {"examples/s", Align::right, "", 2}});
  const auto targets = all_targets(summaries);
  for (const double target : targets)
    section.columns.push_back({fmt::format("time to loss {}", shortest(target)), Align::right,
                               "steps to the loss, times the time of a step"});
  section.columns.push_back({"note", Align::left});
  RemarkList remarks;
  for (std::size_t i = 0; i < summaries.size(); ++i) {
    const TrainingSummary& s = *summaries[i];
    Row row;
    for (const auto& name : facts.varying) {
      const auto value = fact(*cases[i], name);
      Cell cell{value ? to_text(*value) : ""};
      if (value && !std::holds_alternative<std::string>(*value)) cell.value = as_real(*value, name);
      row.push_back(cell);
    }
    if (facts.varying.empty()) row.push_back({"the only one"});
    row.push_back(seeds_cell(s));
    row.push_back(number_cell(s.median_loss));
    row.push_back(number_cell(s.worst_loss));
    row.push_back(s.median_accuracy ? number_cell(s.median_accuracy, 4) : Cell{});
    row.push_back(s.median_distance ? number_cell(s.median_distance, 3) : Cell{});
    row.push_back(seconds_cell(s.seconds_per_epoch));
    row.push_back(seconds_cell(s.seconds_per_step));
    row.push_back(s.half_width ? Cell{fmt::format("±{}", format_percent(s.half_width)),
                                      Emphasis::plain, s.half_width}
                               : Cell{});
    row.push_back(s.examples_per_second ? Cell{count_text(*s.examples_per_second), Emphasis::plain,
                                               s.examples_per_second}
                                        : Cell{"n/a", Emphasis::faint});
    for (const double target : targets) row.push_back(target_cell(s, target));
    row.push_back(diverged_cell(s));
    section.rows.push_back(std::move(row));
    section.commands.push_back(run.training[s.rows.front()].reproduce);
    add_remarks(remarks, run, s, training_label(*cases[i]));
  }
  drop_empty_columns(section);
  section.remarks = remarks.lines();
  return section;
}

std::string vector_text(const std::vector<double>& values) {
  std::vector<std::string> parts;
  for (const double v : values) parts.push_back(format_number(v, 3));
  if (parts.size() > 4) {
    parts.resize(3);
    parts.push_back(fmt::format("... {} in all", values.size()));
  }
  return join(parts, ", ");
}

Section noise_table(const std::vector<const NoiseRecord*>& records) {
  Section section;
  const NoiseCase& first = records.front()->noise;
  section.title = fmt::format("gradient noise {}, {}", first.dataset, first.gradient);
  section.columns = {
      {"batch_size", Align::right},
      {"batches", Align::right},
      {"mean gradient", Align::right, "the gradient of all data at the point", 1},
      {"bias", Align::right, "mean of the batch gradients minus the gradient of all data"},
      {"standard error", Align::right, "of the bias"},
      {"deviation", Align::right, "of one batch's gradient, batches and components pooled"},
      {"deviation·√B", Align::right, "constant where noise falls as 1/√B"},
      {"theory", Align::right, "what deviation·√B should be"},
      {"ratio", Align::right, "measured over theory"},
      {"note", Align::left}};
  RemarkList remarks;
  for (const auto* n : records) {
    const bool measured = n->outcome == Outcome::measured;
    std::optional<double> ratio;
    if (n->deviation_sqrt_b && n->theory_sqrt_b && *n->theory_sqrt_b > 0)
      ratio = *n->deviation_sqrt_b / *n->theory_sqrt_b;
    const auto real = [](std::int64_t v) { return std::optional(static_cast<double>(v)); };
    section.rows.push_back(
        {{std::to_string(n->noise.batch_size), Emphasis::plain, real(n->noise.batch_size)},
         {std::to_string(n->noise.batches), Emphasis::plain, real(n->noise.batches)},
         {vector_text(n->gradient)},
         {vector_text(n->bias)},
         {vector_text(n->bias_standard_error)},
         measured ? number_cell(n->deviation) : Cell{},
         measured ? number_cell(n->deviation_sqrt_b) : Cell{},
         n->theory_sqrt_b ? number_cell(n->theory_sqrt_b) : Cell{},
         ratio ? number_cell(ratio) : Cell{},
         measured ? Cell{} : Cell{std::string(to_string(n->outcome)), Emphasis::bad}});
    section.commands.push_back(n->reproduce);
    const std::string label = fmt::format("batch {}", n->noise.batch_size);
    for (const auto& note : n->notes) remarks.add(label, note);
    if (!measured)
      remarks.add(label, fmt::format("{}: {}", to_string(n->outcome),
                                     n->reason.value_or("no reason was recorded")));
  }
  drop_empty_columns(section);
  section.remarks = remarks.lines();
  return section;
}

}  // namespace

std::string training_label(const TrainingCase& c) {
  std::string label = fmt::format("{}, {}", c.gradient, c.optimizer);
  for (const auto& [name, value] : c.hyperparameters)
    label += fmt::format(", {}={}", name, to_text(value));
  label += fmt::format(", batch {}", c.batch_size);
  if (c.accumulation > 1) label += fmt::format(" x {}", c.accumulation);
  return label;
}

std::vector<Section> training_sections(const RunFile& run,
                                       const std::vector<TrainingSummary>& summaries) {
  std::vector<std::string> order;
  std::map<std::string, std::vector<const TrainingSummary*>> tables;
  for (const auto& s : summaries) {
    const TrainingCase& c = run.training[s.rows.front()].training;
    const std::string key = fmt::format("{}/{}", c.dataset, to_string(c.model));
    if (!tables.contains(key)) order.push_back(key);
    tables[key].push_back(&s);
  }
  std::vector<Section> sections;
  for (const auto& key : order) sections.push_back(training_table(run, tables[key]));
  return sections;
}

std::vector<Section> noise_sections(const RunFile& run) {
  std::vector<std::string> order;
  std::map<std::string, std::vector<const NoiseRecord*>> tables;
  for (const auto& n : run.noise) {
    const std::string key = fmt::format("{}/{}", n.noise.dataset, n.noise.gradient);
    if (!tables.contains(key)) order.push_back(key);
    tables[key].push_back(&n);
  }
  std::vector<Section> sections;
  for (const auto& key : order) {
    auto& records = tables[key];
    std::stable_sort(records.begin(), records.end(),
                     [](auto* a, auto* b) { return a->noise.batch_size < b->noise.batch_size; });
    sections.push_back(noise_table(records));
  }
  return sections;
}

}  // namespace sweepmark::host
