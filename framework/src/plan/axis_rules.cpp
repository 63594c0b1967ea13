#include "plan/axis_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/error.hpp"
#include "base/text.hpp"
#include "plan/axis_text.hpp"

namespace sweepmark::host {
namespace {

using Rules = std::vector<AxisRule>;

// Above any memory, below any overflow of a product of two of them with the element size.
constexpr double largest_dimension = 1099511627776.0;  // 2^40
constexpr double largest_index = 2147483647.0;         // rows are int32 across the boundary
constexpr double largest_count = 9.0e15;               // below 2^53: exact as a real
constexpr int most_threads = 4096;

AxisRule integers(std::string name, double low, double high) {
  return {std::move(name), AxisKind::integer, low, high, {}, false};
}
AxisRule reals(std::string name, double low, double high) {
  return {std::move(name), AxisKind::real, low, high, {}, false};
}
AxisRule words(std::string name, std::vector<std::string> choices) {
  return {std::move(name), AxisKind::choice, 0, 0, std::move(choices), false};
}
AxisRule of_kind(std::string name, AxisKind kind, double low = 1, double high = largest_index) {
  return {std::move(name), kind, low, high, {}, false};
}
AxisRule setting(AxisRule rule) {
  rule.setting = true;
  return rule;
}

AxisRule dimension(std::string name) { return integers(std::move(name), 0, largest_dimension); }
AxisRule dtype() { return words("dtype", {"f32", "f64", "f16", "bf16"}); }
AxisRule threads() { return of_kind("threads", AxisKind::threads, 1, most_threads); }
AxisRule model() { return words("model", {"linear", "softmax", "bowl"}); }
AxisRule batch_size() { return of_kind("batch_size", AxisKind::batch); }
AxisRule seed() { return integers("seed", 0, largest_count); }

Rules kernel_rules(Rules own) {
  own.push_back(dtype());
  own.push_back(threads());
  own.push_back(words("cache", {"hot", "cold"}));
  own.push_back(of_kind("device", AxisKind::device));
  return own;
}

Rules gradient_rules() {
  return {model(), integers("examples", 1, largest_index), integers("features", 1, largest_index),
          integers("outputs", 1, largest_index), batch_size()};
}

Rules sgd_epoch_rules() {
  Rules rules = gradient_rules();
  rules.push_back(reals("learning_rate", 0, 1e6));
  return rules;
}

Rules training_rules() {
  return {of_kind("dataset", AxisKind::text),
          model(),
          of_kind("gradient", AxisKind::text),
          of_kind("optimizer", AxisKind::text),
          of_kind("learning_rate", AxisKind::parameter),
          batch_size(),
          integers("accumulation", 1, largest_index),
          words("sampler", {"shuffled", "with_replacement", "independent"}),
          words("schedule", {"constant", "warmup", "step", "cosine"}),
          reals("warmup_epochs", 0, largest_index),
          integers("duplicate", 1, largest_index),
          reals("epochs", 1e-9, largest_index),
          integers("steps", 1, largest_count),
          seed(),
          dtype(),
          threads(),
          setting(integers("evaluate_every", 1, largest_count)),
          setting(integers("distance_steps", 1, largest_count)),
          setting(words("whiten", {"yes", "no"})),
          setting(reals("targets", -1e300, 1e300)),
          setting(reals("start", -1e300, 1e300)),
          setting(of_kind("target", AxisKind::text))};
}

Rules noise_rules() {
  return {of_kind("dataset", AxisKind::text),     model(),
          of_kind("gradient", AxisKind::text),    batch_size(),
          integers("batches", 2, largest_index),  seed(),
          setting(reals("point", -1e300, 1e300)), setting(of_kind("target", AxisKind::text))};
}

const std::map<std::string, Rules>& all_rules() {
  static const std::map<std::string, Rules> rules{
      {"gemm", kernel_rules({dimension("size"), dimension("m"), dimension("n"), dimension("k")})},
      {"gradient", kernel_rules(gradient_rules())},
      {"sgd_epoch", kernel_rules(sgd_epoch_rules())},
      {"read", kernel_rules({dimension("n"), of_kind("bytes", AxisKind::bytes, 1, 8.8e12)})},
      {"triad", kernel_rules({dimension("n"), of_kind("bytes", AxisKind::bytes, 1, 8.8e12)})},
      {"fma", kernel_rules({dimension("n"), dimension("k")})},
      {"training", training_rules()},
      {"noise", noise_rules()}};
  return rules;
}

std::string number_text(double value) {
  return value == largest_dimension ? "2^40" : shortest(value);
}

void check_number(const AxisRule& rule, const Axis& axis, const Value& value, bool whole,
                  const std::string& alternative) {
  const std::string kind = whole ? "an integer" : "a number";
  const bool open = rule.high >= 1e300;
  const std::string expected = open ? kind
                                    : fmt::format("{} from {} to {}{}", kind, number_text(rule.low),
                                                  number_text(rule.high), alternative);
  if (std::holds_alternative<std::string>(value)) refuse_value(axis, value, expected);
  const double number = as_real(value, axis.name);
  if (!(number >= rule.low && number <= rule.high)) refuse_value(axis, value, expected);
  if (whole && std::holds_alternative<double>(value) &&
      number != static_cast<double>(static_cast<std::int64_t>(number)))
    refuse_value(axis, value, expected);
}

void check_value(const AxisRule& rule, const Axis& axis, const Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  switch (rule.kind) {
    case AxisKind::integer:
      return check_number(rule, axis, value, true, "");
    case AxisKind::real:
      return check_number(rule, axis, value, false, "");
    case AxisKind::threads:
    case AxisKind::batch:
      if (text && *text == "all") return;
      return check_number(rule, axis, value, true, " or 'all'");
    case AxisKind::choice:
      if (text && std::find(rule.choices.begin(), rule.choices.end(), *text) != rule.choices.end())
        return;
      return refuse_value(axis, value, fmt::format("one of {}", join(rule.choices, ", ")));
    case AxisKind::bytes:
      if (const auto bytes = read_bytes(value); bytes && *bytes > 0) return;
      return refuse_value(axis, value, "a number of bytes such as 65536, 48KiB or 32MiB");
    case AxisKind::device:
      if (read_device(value)) return;
      return refuse_value(axis, value, "a device index, cpu, cuda or cuda:INDEX");
    case AxisKind::text:
    case AxisKind::parameter:
      return;
  }
}

}  // namespace

const std::vector<std::string>& sweep_operations() {
  static const std::vector<std::string> names{"gemm",  "gradient", "sgd_epoch", "read",
                                              "triad", "fma",      "training",  "noise"};
  return names;
}

const std::vector<AxisRule>& axis_rules(const std::string& operation) {
  const auto found = all_rules().find(operation);
  if (found == all_rules().end())
    throw Error(fmt::format("unknown operation '{}', expected one of {}{}", operation,
                            join(sweep_operations(), ", "),
                            did_you_mean(operation, sweep_operations())));
  return found->second;
}

const AxisRule* find_rule(const std::string& operation, std::string_view name) {
  for (const auto& rule : axis_rules(operation))
    if (rule.name == name) return &rule;
  return nullptr;
}

bool may_have_axis(const std::string& operation, const std::string& name) {
  bool anywhere = false, of_a_kernel = false;
  for (const auto& candidate : sweep_operations()) {
    if (!find_rule(candidate, name)) continue;
    anywhere = true;
    if (candidate == operation) return true;
    if (candidate != "training" && candidate != "noise") of_a_kernel = true;
  }
  if (operation.empty()) return of_a_kernel || !anywhere;
  return !anywhere && operation != "noise";  // a noise case has nothing with parameters
}

std::vector<std::string> rivals(const std::string& operation, const std::string& name) {
  if (operation == "gemm" || operation.empty()) {
    if (name == "size") return {"m", "n", "k"};
    if (name == "m" || name == "n" || name == "k") return {"size"};
  }
  if (operation == "read" || operation == "triad" || operation.empty()) {
    if (name == "bytes") return {"n"};
    if (name == "n") return {"bytes"};
  }
  if (operation == "training") {
    if (name == "epochs") return {"steps"};
    if (name == "steps") return {"epochs"};
  }
  return {};
}

void check_values(const AxisRule& rule, const Axis& axis) {
  for (const auto& value : axis.values) check_value(rule, axis, value);
}

std::optional<std::int64_t> read_bytes(const Value& value) {
  if (const auto* bytes = std::get_if<std::int64_t>(&value)) return *bytes;
  const auto* text = std::get_if<std::string>(&value);
  if (!text) return std::nullopt;
  static const std::vector<std::pair<std::string_view, int>> units{
      {"KiB", 10}, {"MiB", 20}, {"GiB", 30}};
  for (const auto& [unit, shift] : units) {
    if (!text->ends_with(unit)) continue;
    const auto count =
        parse_integer(trim(std::string_view(*text).substr(0, text->size() - unit.size())));
    if (!count || *count < 0 || *count > (std::int64_t{1} << (43 - shift))) return std::nullopt;
    return *count << shift;
  }
  return std::nullopt;
}

std::optional<DeviceName> read_device(const Value& value) {
  constexpr std::int64_t most_devices = 1024;
  if (const auto* index = std::get_if<std::int64_t>(&value)) {
    if (*index < 0 || *index >= most_devices) return std::nullopt;
    return DeviceName{std::nullopt, static_cast<int>(*index)};
  }
  const auto* text = std::get_if<std::string>(&value);
  if (!text) return std::nullopt;
  const auto parts = split(*text, ':');
  if ((parts[0] != "cpu" && parts[0] != "cuda") || parts.size() > 2) return std::nullopt;
  if (parts.size() == 1) return DeviceName{parts[0], 0};
  const auto index = parse_integer(parts[1]);
  if (!index || *index < 0 || *index >= most_devices) return std::nullopt;
  return DeviceName{parts[0], static_cast<int>(*index)};
}

}  // namespace sweepmark::host
