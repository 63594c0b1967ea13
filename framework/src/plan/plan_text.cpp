#include <fmt/format.h>

#include "base/text.hpp"
#include "plan/plan.hpp"

namespace sweepmark::host {
namespace {

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    } else {
      result += c;
    }
  }
  return result + "\"";
}

std::string list(const std::vector<std::string>& items) { return "[" + join(items, ", ") + "]"; }

std::string quoted_list(const std::vector<std::string>& texts) {
  std::vector<std::string> items;
  for (const auto& text : texts) items.push_back(quoted(text));
  return list(items);
}

std::string toml_value(const Value& value) {
  const std::string text = to_text(value);
  if (std::holds_alternative<std::string>(value)) return quoted(text);
  // TOML takes 1e-05 for a real and 1 for an integer; only a real without dot or exponent changes.
  const bool bare = text.find_first_of(".e") == std::string::npos;
  return std::holds_alternative<double>(value) && bare ? text + ".0" : text;
}

void append_axes(std::string& out, const std::string& table, const std::vector<Axis>& axes,
                 bool imposed) {
  std::string lines;
  for (const auto& axis : axes) {
    if (axis.imposed != imposed) continue;
    std::vector<std::string> items;
    for (const auto& value : axis.values) items.push_back(toml_value(value));
    lines += fmt::format("{} = {}\n", axis.name, list(items));
  }
  if (!lines.empty()) out += fmt::format("[sweep.{}]\n{}", table, lines);
}

void append_sweep(std::string& out, const Sweep& sweep) {
  out += fmt::format("\n[[sweep]]\noperation = {}\n", quoted(sweep.operation));
  if (!sweep.kernels.empty()) out += fmt::format("kernels = {}\n", quoted_list(sweep.kernels));
  if (sweep.optional) out += "optional = true\n";
  if (sweep.optional_axes) out += "optional_axes = true\n";
  if (!sweep.zips.empty()) {
    std::vector<std::string> groups;
    for (const auto& zip : sweep.zips) groups.push_back(quoted_list(zip));
    out += fmt::format("zip = {}\n", list(groups));
  }
  std::vector<std::string> own, imposed;
  for (const auto& [expression, place] : sweep.constraints)
    (place.starts_with("--") ? imposed : own).push_back(expression);
  if (!own.empty()) out += fmt::format("where = {}\n", quoted_list(own));
  if (!imposed.empty()) out += fmt::format("override_where = {}\n", quoted_list(imposed));
  append_axes(out, "axes", sweep.axes, false);
  append_axes(out, "fixed", sweep.fixed, false);
  std::vector<Axis> both = sweep.axes;
  both.insert(both.end(), sweep.fixed.begin(), sweep.fixed.end());
  append_axes(out, "overrides", both, true);
}

void append_limits(std::string& out, const PlanLimits& limits) {
  std::string lines;
  const auto line = [&](const char* key, const auto& value) {
    if (value) lines += fmt::format("{} = {}\n", key, *value);
  };
  line("budget", limits.budget_seconds);
  line("min_samples", limits.min_samples);
  line("max_noise", limits.max_noise);
  line("time_budget", limits.time_budget_seconds);
  line("timeout", limits.timeout_seconds);
  if (!lines.empty()) out += "\n[limits]\n" + lines;
}

}  // namespace

std::string to_toml(const Plan& plan) {
  std::string out = fmt::format("name = {}\nsummary = {}\nquestion = {}\n", quoted(plan.name),
                                quoted(plan.summary), quoted(plan.question));
  if (plan.baseline) out += fmt::format("baseline = {}\n", quoted(*plan.baseline));
  append_limits(out, plan.limits);
  for (const auto& sweep : plan.sweeps) append_sweep(out, sweep);
  return out;
}

}  // namespace sweepmark::host
