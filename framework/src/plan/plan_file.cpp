#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/units.hpp"
#include "plan/axis_rules.hpp"
#include "plan/axis_text.hpp"
#include "plan/combinations.hpp"

namespace sweepmark::host {
namespace {

/// A key of a table with its value, in the order of the file.
struct Entry {
  const toml::key* key;
  const toml::node* value;
};

std::vector<Entry> entries_of(const toml::table& table) {
  std::vector<Entry> entries;
  for (const auto& [key, value] : table) entries.push_back({&key, &value});
  // toml++ sorts by name; the order written is the order of the sweep.
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    const auto& left = a.key->source().begin;
    const auto& right = b.key->source().begin;
    return std::pair(left.line, left.column) < std::pair(right.line, right.column);
  });
  return entries;
}

class PlanReader {
 public:
  explicit PlanReader(const std::string& file) : file_(file) {}

  Plan read(const toml::table& root);

 private:
  std::string place(const toml::source_region& source) const {
    return fmt::format("{}:{}", file_, source.begin.line);
  }
  std::string place(const Entry& entry) const { return place(entry.key->source()); }

  [[noreturn]] void wrong_type(const Entry& entry, const std::string& expected) const {
    throw Error(fmt::format("{}: {}: expected {}", place(entry), entry.key->str(), expected));
  }
  [[noreturn]] void unknown_key(const Entry& entry, const std::string& table,
                                const std::vector<std::string>& known) const {
    throw Error(fmt::format("{}: unknown key '{}' in {}, expected one of {}{}", place(entry),
                            entry.key->str(), table, join(known, ", "),
                            did_you_mean(entry.key->str(), known)));
  }

  std::string text(const Entry& entry) const {
    if (const auto value = entry.value->value_exact<std::string>()) return *value;
    wrong_type(entry, "a text in quotes");
  }
  std::vector<std::string> texts(const Entry& entry, const toml::node& node) const {
    if (const auto value = node.value_exact<std::string>()) return {*value};
    const auto* array = node.as_array();
    if (!array) wrong_type(entry, "a text or a list of texts");
    std::vector<std::string> result;
    for (const auto& item : *array) {
      const auto value = item.value_exact<std::string>();
      if (!value) wrong_type(entry, "texts in quotes");
      result.push_back(*value);
    }
    return result;
  }
  bool flag(const Entry& entry) const {
    if (const auto value = entry.value->value_exact<bool>()) return *value;
    wrong_type(entry, "true or false");
  }
  const toml::table& table(const Entry& entry) const {
    if (const auto* result = entry.value->as_table()) return *result;
    wrong_type(entry, fmt::format("a table [{}]", entry.key->str()));
  }

  double seconds(const Entry& entry) const {
    std::optional<double> result;
    if (const auto value = entry.value->value_exact<std::string>())
      result = parse_duration_seconds(*value);
    else
      result = entry.value->value<double>();
    if (!result || !(*result > 0 && *result < 1e9))
      wrong_type(entry,
                 "a duration above 0 such as \"2s\", \"150ms\", \"3m\" or a number of seconds");
    return *result;
  }
  PlanLimits limits(const toml::table& limits) const;
  void append_value(Axis& axis, bool pow2, const Entry& entry, const toml::node& node,
                    bool alone) const;
  Axis axis(const Entry& entry) const;
  void add_axes(Sweep& sweep, const toml::table& axes, bool imposed) const;
  std::vector<std::vector<std::string>> zips(const Entry& entry) const;
  /// `origin` replaces the place in the file when not empty.
  std::vector<std::pair<std::string, std::string>> constraints(
      const Entry& entry, const std::string& origin = "") const;
  Sweep sweep(const toml::table& table) const;

  std::string file_;
};

PlanLimits PlanReader::limits(const toml::table& limits) const {
  PlanLimits result;
  for (const auto& entry : entries_of(limits)) {
    const std::string_view key = entry.key->str();
    if (key == "budget") {
      result.budget_seconds = seconds(entry);
    } else if (key == "time_budget") {
      result.time_budget_seconds = seconds(entry);
    } else if (key == "timeout") {
      result.timeout_seconds = seconds(entry);
    } else if (key == "min_samples") {
      result.min_samples = entry.value->value_exact<std::int64_t>();
      if (!result.min_samples || *result.min_samples < 1 || *result.min_samples > 1'000'000)
        wrong_type(entry, "an integer from 1 to 1000000");
    } else if (key == "max_noise") {
      result.max_noise = entry.value->value<double>();
      if (!result.max_noise || !(*result.max_noise > 0 && *result.max_noise < 1))
        wrong_type(entry, "a fraction between 0 and 1 such as 0.01");
    } else {
      unknown_key(entry, "[limits]",
                  {"budget", "time_budget", "timeout", "min_samples", "max_noise"});
    }
  }
  return result;
}

/// `alone`: the value stands for the whole axis, so a text may be a comma-separated list.
void PlanReader::append_value(Axis& axis, bool pow2, const Entry& entry, const toml::node& node,
                              bool alone) const {
  if (const auto text = node.value_exact<std::string>())
    return alone ? append_list(axis, pow2, *text) : append_item(axis, pow2, *text);
  // Through the text syntax, so that one rule holds for exponents and limits.
  if (const auto integer = node.value_exact<std::int64_t>())
    return append_item(axis, pow2, std::to_string(*integer));
  if (const auto real = node.value_exact<double>()) {
    const std::string text = shortest(*real);
    const bool looks_whole = text.find_first_not_of("-0123456789") == std::string::npos;
    return append_item(axis, pow2, looks_whole ? text + ".0" : text);
  }
  wrong_type(entry, "numbers, texts or a list of them");
}

Axis PlanReader::axis(const Entry& entry) const {
  Axis result;
  result.place = place(entry);
  const AxisName name = parse_axis_name(entry.key->str(), result.place);
  result.name = name.name;
  if (const auto* array = entry.value->as_array()) {
    for (const auto& item : *array) append_value(result, name.pow2, entry, item, false);
    if (result.values.empty())
      throw Error(fmt::format("{}: found no values, expected at least one", where(result)));
  } else {
    append_value(result, name.pow2, entry, *entry.value, true);
  }
  return result;
}

void PlanReader::add_axes(Sweep& sweep, const toml::table& axes, bool imposed) const {
  for (const auto& entry : entries_of(axes)) {
    Axis added = axis(entry);
    added.imposed = imposed;
    for (const auto* list : {&sweep.axes, &sweep.fixed})
      if (const auto* first = find_axis(*list, added.name))
        throw Error(fmt::format("{}: given twice, first at {}", where(added), first->place));
    const AxisRule* rule =
        sweep.operation.empty() ? nullptr : find_rule(sweep.operation, added.name);
    (rule && rule->setting ? sweep.fixed : sweep.axes).push_back(std::move(added));
  }
}

std::vector<std::vector<std::string>> PlanReader::zips(const Entry& entry) const {
  const std::string expected = "a list of lists of axis names such as [[\"m\", \"n\", \"k\"]]";
  const auto* array = entry.value->as_array();
  if (!array) wrong_type(entry, expected);
  std::vector<std::vector<std::string>> result;
  for (const auto& group : *array) {
    if (!group.is_array()) wrong_type(entry, expected);
    result.push_back(texts(entry, group));
  }
  return result;
}

std::vector<std::pair<std::string, std::string>> PlanReader::constraints(
    const Entry& entry, const std::string& origin) const {
  std::vector<std::pair<std::string, std::string>> result;
  const auto add = [&](const std::string& expression, const toml::source_region& source) {
    result.emplace_back(expression, origin.empty() ? place(source) : origin);
  };
  if (const auto* array = entry.value->as_array()) {
    for (const auto& item : *array) {
      const auto expression = item.value_exact<std::string>();
      if (!expression) wrong_type(entry, "conditions in quotes");
      add(*expression, item.source());
    }
  } else {
    add(text(entry), entry.value->source());
  }
  return result;
}

void append(std::vector<std::pair<std::string, std::string>>& list,
            const std::vector<std::pair<std::string, std::string>>& more) {
  list.insert(list.end(), more.begin(), more.end());
}

Sweep PlanReader::sweep(const toml::table& table) const {
  Sweep result;
  result.place = place(table.source());
  // First: what is an axis and what a setting depends on it.
  if (const auto* operation = table.get("operation")) {
    const auto name = operation->value_exact<std::string>();
    const auto& known = sweep_operations();
    if (!name || (!name->empty() && std::find(known.begin(), known.end(), *name) == known.end()))
      throw Error(fmt::format("{}: operation: found '{}', expected one of {}{}",
                              place(operation->source()), name.value_or("no text"),
                              join(known, ", "), did_you_mean(name.value_or(""), known)));
    result.operation = *name;
  }
  for (const auto& entry : entries_of(table)) {
    const std::string_view key = entry.key->str();
    if (key == "operation") continue;
    if (key == "kernels") {
      result.kernels = texts(entry, *entry.value);
    } else if (key == "optional") {
      result.optional = flag(entry);
    } else if (key == "optional_axes") {
      result.optional_axes = flag(entry);
    } else if (key == "axes" || key == "fixed") {
      add_axes(result, this->table(entry), false);
    } else if (key == "overrides") {
      add_axes(result, this->table(entry), true);
    } else if (key == "zip") {
      result.zips = zips(entry);
    } else if (key == "where") {
      append(result.constraints, constraints(entry));
    } else if (key == "override_where") {
      append(result.constraints, constraints(entry, "--where"));
    } else {
      unknown_key(entry, "[[sweep]]",
                  {"operation", "kernels", "optional", "optional_axes", "axes", "fixed",
                   "overrides", "zip", "where", "override_where"});
    }
  }
  if ((result.operation == "training" || result.operation == "noise") && !result.kernels.empty())
    throw Error(fmt::format("{}: kernels: a {} sweep takes its kernels from the axis 'gradient'",
                            result.place, result.operation));
  return result;
}

Plan PlanReader::read(const toml::table& root) {
  Plan plan;
  plan.name = std::filesystem::path(file_).stem().string();
  for (const auto& entry : entries_of(root)) {
    const std::string_view key = entry.key->str();
    if (key == "name") {
      plan.name = text(entry);
    } else if (key == "summary") {
      plan.summary = text(entry);
    } else if (key == "question") {
      plan.question = text(entry);
    } else if (key == "baseline") {
      plan.baseline = text(entry);
    } else if (key == "limits") {
      plan.limits = limits(table(entry));
    } else if (key == "sweep") {
      const auto* sweeps = entry.value->as_array();
      if (!sweeps || !sweeps->is_homogeneous<toml::table>())
        wrong_type(entry, "tables [[sweep]], with two brackets on each side");
      for (const auto& item : *sweeps) plan.sweeps.push_back(sweep(*item.as_table()));
    } else {
      unknown_key(entry, "the plan",
                  {"name", "summary", "question", "baseline", "limits", "sweep"});
    }
  }
  if (plan.sweeps.empty())
    throw Error(fmt::format("{}: found no [[sweep]], expected at least one", file_));
  return plan;
}

}  // namespace

Plan parse_plan(const std::string& toml, const std::string& file) {
  try {
    const toml::table root = toml::parse(std::string_view(toml), std::string_view(file));
    Plan plan = PlanReader(file).read(root);
    plan.text = toml;
    return plan;
  } catch (const toml::parse_error& error) {
    throw Error(fmt::format("{}:{}: column {}: {}", file, error.source().begin.line,
                            error.source().begin.column, error.description()));
  }
}

}  // namespace sweepmark::host
