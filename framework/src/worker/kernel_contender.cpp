#include "worker/kernel_contender.hpp"

#include <fmt/format.h>

#include "base/units.hpp"
#include "ops/operation.hpp"
#include "record/json_fields.hpp"

namespace sweepmark::host {
namespace {
constexpr std::size_t samples_worth_keeping = 6;  // fewer have no interval
}  // namespace

KernelContender::KernelContender(const Case& c, const PluginInfo& plugin, KernelRunState& state,
                                 double budget_seconds, std::string reproduce)
    : measurement(begin_measurement(c)),
      case_(c),
      plugin_set_(worker_key(plugin, c.kernel)),
      plugin_(plugin),
      state_(state),
      budget_seconds_(budget_seconds) {
  measurement.plugin = {plugin.id, plugin.version, plugin.path, plugin.compiler, plugin.flags};
  for (const auto& k : plugin.kernels)
    if (shown_id(plugin, k.id) == c.kernel) {
      measurement.math = k.math;
      measurement.prepacked = k.prepacked;
      measurement.timer = k.has_timer ? "plugin" : "host";
    }
  measurement.flops = nominal_flops(c.problem);
  measurement.bytes = nominal_bytes(c.problem);
  measurement.reproduce = std::move(reproduce);
  if (!plugin.library.empty()) measurement.notes.push_back(plugin.library);
  for (const auto& warning : plugin.warnings)
    measurement.notes.push_back(fmt::format("plugin {} {}", plugin.id, warning));
}

void KernelContender::advance(int stage, Session& session, double timeout_seconds) {
  const auto check = [&](const char* mode) {
    session.call({{"do", "check"}, {"handle", handle}, {"mode", mode}}, timeout_seconds);
  };
  switch (stage) {
    case 0:
      return prepare(session, timeout_seconds);
    case 1:
      return check("exact");
    case 2:
      return check("bound");
    default:
      return calibrate(session, timeout_seconds);
  }
}

void KernelContender::prepare(Session& session, double timeout_seconds) {
  auto& empty = state_.empty_call_ns[plugin_set_];
  if (empty == 0)
    empty = session.call({{"do", "empty_call"}}, timeout_seconds).at("ns").get<double>();
  measurement.empty_call_ns = empty;
  const Json reply = session.call({{"do", "prepare"},
                                   {"case", to_json(case_)},
                                   {"path", plugin_.path},
                                   {"alias", plugin_.alias}},
                                  timeout_seconds);
  handle = required<int>(reply, "handle");
  if (const auto library = required<std::string>(reply, "library"); !library.empty())
    add_note(library);
}

void KernelContender::calibrate(Session& session, double timeout_seconds) {
  const bool check_time = !state_.time_checked.contains(measurement.kernel);
  const Json reply = session.call(
      {{"do", "calibrate"}, {"handle", handle}, {"check_time", check_time}}, timeout_seconds);
  take_readiness(reply);
  constexpr double short_call_ns = 10e6;
  if (call_ns_ < short_call_ns) state_.time_checked.insert(measurement.kernel);
  if (call_ns_ * 1e-9 > budget_seconds_)
    throw CaseEnded(Outcome::skipped,
                    fmt::format("one call takes {}, the budget of a case is {}",
                                format_duration(call_ns_), format_duration(budget_seconds_ * 1e9)),
                    measurement.bound_error);
}

void KernelContender::take_readiness(const Json& reply) {
  measurement.iterations = required<std::int64_t>(reply, "iterations");
  measurement.threads_used = required<int>(reply, "threads_used");
  measurement.bound_error = optional_field<double>(reply, "bound_error");
  call_ns_ = required<double>(reply, "call_ns");
  for (const auto& note : required<std::vector<std::string>>(reply, "notes")) add_note(note);
}

// A stage is repeated when its worker was lost, a note is not.
void KernelContender::add_note(const std::string& note) {
  if (std::find(measurement.notes.begin(), measurement.notes.end(), note) ==
      measurement.notes.end())
    measurement.notes.push_back(note);
}

void KernelContender::settle(Outcome outcome, const std::string& reason,
                             std::optional<double> bound_error) {
  measurement.outcome = outcome;
  measurement.reason = reason;
  if (bound_error) measurement.bound_error = bound_error;
}

void KernelContender::complete(const Json& reply, StoppedBy stopped_by) {
  take_readiness(reply);
  if (const auto state = optional_field<std::string>(reply, "device_state"))
    measurement.notes.push_back(*state);
  fill_row(stopped_by);
}

void KernelContender::interrupt() {
  if (samples_ns.size() >= samples_worth_keeping) return fill_row(StoppedBy::interrupted);
  settle(Outcome::skipped, "interrupted before it had enough samples", std::nullopt);
  measurement.stopped_by = StoppedBy::interrupted;
}

void KernelContender::fill_row(StoppedBy stopped_by) {
  measurement.outcome = Outcome::measured;
  measurement.reason.reset();
  measurement.samples_ns = samples_ns;
  measurement.rounds = rounds;
  measurement.stopped_by = stopped_by;
  summarize(measurement);
  constexpr double near_empty = 10;
  if (measurement.median_ns && measurement.empty_call_ns &&
      *measurement.median_ns < near_empty * *measurement.empty_call_ns)
    measurement.notes.push_back(fmt::format("within 10x of an empty call ({})",
                                            format_duration(*measurement.empty_call_ns)));
}

}  // namespace sweepmark::host
