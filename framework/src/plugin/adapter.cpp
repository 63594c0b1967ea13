#include "plugin/adapter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"

namespace sweepmark::host {
namespace {

// The caller-owned text of an swm_error.
struct ErrorText {
  std::array<char, 1024> buffer{};
  swm_error error{sizeof(swm_error), 0, buffer.data(), buffer.size()};
};

}  // namespace

void check_status(swm_status status, const char* message, const char* call) {
  if (status == SWM_OK) return;
  std::string reason = message ? message : "";
  if (reason.empty())
    reason = fmt::format("{} returned status {} without a sentence (rule 10)", call,
                         static_cast<int>(status));
  if (status == SWM_UNSUPPORTED) throw PluginFailure(Outcome::unsupported, reason);
  throw PluginFailure(Outcome::failed, fmt::format("{}: {}", call, reason));
}

std::vector<swm_value> to_abi_values(const std::vector<ParamInfo>& params,
                                     const Settings& settings) {
  std::vector<swm_value> values;
  for (const auto& p : params) {
    const auto it = settings.find(p.name);
    const Value& value = it == settings.end() ? p.preset : it->second;
    swm_value abi{};
    if (p.kind == ParamKind::choice) {
      const auto choice = std::find(p.choices.begin(), p.choices.end(), to_text(value));
      if (choice == p.choices.end())
        throw Error(fmt::format("{}: found '{}', expected one of {}", p.name, to_text(value),
                                join(p.choices, ", ")));
      abi.i = choice - p.choices.begin();
    } else {
      const double number = as_real(value, p.name);
      if (!(number >= as_real(p.low, p.name) && number <= as_real(p.high, p.name)))
        throw Error(fmt::format("{}: found {}, expected {} to {}", p.name, to_text(value),
                                to_text(p.low), to_text(p.high)));
      if (p.kind == ParamKind::integer)
        abi.i = as_integer(value, p.name);
      else
        abi.d = number;
    }
    values.push_back(abi);
  }
  return values;
}

std::optional<std::string> refusal(const swm_kernel& kernel, const swm_problem& problem,
                                   const std::vector<swm_value>& tuning) {
  ErrorText text;
  const swm_status status = kernel.supports(&problem, tuning.data(), &text.error);
  if (status == SWM_OK) return std::nullopt;
  if (status != SWM_UNSUPPORTED) check_status(status, text.buffer.data(), "supports");
  if (text.buffer[0] == '\0') return "supports refused without a sentence (rule 10)";
  return text.buffer.data();
}

KernelInstance::KernelInstance(const swm_kernel& kernel, const swm_problem& problem,
                               const std::vector<swm_value>& tuning, const swm_operands& operands)
    : kernel_(kernel) {
  ErrorText text;
  check_status(kernel.prepare(&problem, tuning.data(), &operands, &instance_, &text.error),
               text.buffer.data(), "prepare");
}

KernelInstance::~KernelInstance() { kernel_.teardown(instance_); }

std::optional<double> KernelInstance::run(std::uint64_t repeats) {
  ErrorText text;
  if (!kernel_.timer) {
    check_status(kernel_.run(instance_, repeats, &text.error), text.buffer.data(), "run");
    return std::nullopt;
  }
  double nanoseconds = std::nan("");
  check_status(kernel_.timer->start(instance_, &text.error), text.buffer.data(), "timer.start");
  check_status(kernel_.run(instance_, repeats, &text.error), text.buffer.data(), "run");
  check_status(kernel_.timer->stop(instance_, &nanoseconds, &text.error), text.buffer.data(),
               "timer.stop");
  return nanoseconds;
}

void KernelInstance::fetch() {
  if (!kernel_.fetch) return;
  ErrorText text;
  check_status(kernel_.fetch(instance_, &text.error), text.buffer.data(), "fetch");
}

bool KernelInstance::can_flush_cache(const swm_kernel& kernel) {
  return SWM_HAS(kernel.timer, swm_timer, flush_cache) && kernel.timer->flush_cache;
}

void KernelInstance::flush_cache() {
  ErrorText text;
  check_status(kernel_.timer->flush_cache(instance_, &text.error), text.buffer.data(),
               "timer.flush_cache");
}

std::optional<int> KernelInstance::threads_used() const {
  if (!kernel_.threads_used) return std::nullopt;
  return static_cast<int>(kernel_.threads_used(instance_));
}

}  // namespace sweepmark::host
