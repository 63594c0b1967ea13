#include "harness/prepared_case.hpp"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/error.hpp"
#include "base/units.hpp"
#include "harness/cold_rotation.hpp"
#include "harness/device_state.hpp"
#include "harness/kernel_lookup.hpp"
#include "harness/timing.hpp"

namespace sweepmark::host {
namespace {

// Seeds of the contents a case sees: those at prepare, then two new ones.
std::uint64_t contents_seed(const Case& c, std::uint64_t which) { return c.seed * 4 + which; }

const KernelInfo& info_of(const LoadedPlugin& plugin, const swm_kernel& kernel) {
  for (const auto& info : plugin.info.kernels)
    if (info.id == kernel.id) return info;
  throw Error(fmt::format("plugin {} has no kernel '{}'", plugin.info.path, kernel.id));
}

double host_nanoseconds() {
  return static_cast<double>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                 std::chrono::steady_clock::now().time_since_epoch())
                                 .count());
}

double cpu_nanoseconds() {
  timespec t{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

struct Elapsed {
  double wall_ns = 0, cpu_ns = 0;
};

Elapsed shorter(const Elapsed& a, const Elapsed& b, bool first) {
  if (first) return b;
  return {std::min(a.wall_ns, b.wall_ns), std::min(a.cpu_ns, b.cpu_ns)};
}

}  // namespace

PreparedCase::PreparedCase(const Case& c, const LoadedPlugin& plugin,
                           std::shared_ptr<SharedOperands> operands)
    : case_(c),
      kernel_(kernel_named(c.kernel, plugin)),
      plugin_(*plugin.descriptor),
      buffers_(buffers_for(plugin_, kernel_.device)),
      flushes_(c.cache == CacheMode::cold && KernelInstance::can_flush_cache(kernel_)),
      manners_(plugin.info.id) {
  if (kernel_.device == SWM_CPU && kernel_.timer)
    throw Wrong("timer: a CPU kernel may not have one; the host's clock is right there");
  const auto problem = to_abi(c.problem, static_cast<swm_math>(kernel_.math));
  const auto tuning = to_abi_values(info_of(plugin, kernel_).params, c.tuning);
  if (const auto reason = manners_.watch([&] { return refusal(kernel_, problem, tuning); }))
    throw PluginFailure(Outcome::unsupported, *reason);

  problem_ = problem;
  tuning_ = tuning;
  // A kernel that packs in prepare keeps what it saw there: nobody else may change its inputs.
  operands_.push_back(kernel_.prepacked ? std::make_shared<SharedOperands>(c.problem)
                                        : std::move(operands));
  if (c.cache == CacheMode::cold && !flushes_) {
    const auto rotation = cold_rotation(c.problem);
    while (operands_.size() < rotation)
      operands_.push_back(std::make_shared<SharedOperands>(c.problem));
  }
  for (const auto& set : operands_) set->fill(FillMode::bound, contents_seed(c, 0));
  prepare_instances();
}

void PreparedCase::prepare_instances() {
  manners_.watch([&] {
    instances_.clear();
    for (const auto& set : operands_)
      instances_.push_back(
          std::make_unique<KernelInstance>(kernel_, problem_, tuning_, set->operands(buffers_)));
  });
}

PreparedCase::~PreparedCase() {
  manners_.watch([&] { instances_.clear(); });
}

void PreparedCase::check(FillMode mode) {
  for (const auto& set : operands_)
    set->fill(mode, contents_seed(case_, mode == FillMode::exact ? 1 : 2));
  if (kernel_.prepacked) prepare_instances();
  operands_[0]->poison_output();
  const double before = host_nanoseconds();
  manners_.watch([&] { instances_[0]->run(1); });
  call_ns_ = host_nanoseconds() - before;
  run_and_verify();
}

// The output of the run just made, and what lies around it.
void PreparedCase::run_and_verify() {
  manners_.watch([&] { instances_[0]->fetch(); });
  operands_[0]->fetch_output(buffers_);
  if (const auto damage = operands_[0]->take_damage(buffers_)) throw Wrong(*damage);
  const auto verdict = operands_[0]->verify(static_cast<swm_math>(kernel_.math));
  if (!verdict.ok) throw Wrong(verdict.reason, verdict.error);
  bound_error_ = std::max(bound_error_, verdict.error);
}

std::optional<double> PreparedCase::work(std::uint64_t repeats) {
  if (instances_.size() == 1 && !flushes_) return instances_[0]->run(repeats);
  // Cold: every call meets operands that the rotation, or a flush, has pushed out of the caches.
  std::optional<double> total;
  for (std::uint64_t i = 0; i < repeats; ++i) {
    if (flushes_) instances_[0]->flush_cache();
    if (const auto nanoseconds = instances_[i % instances_.size()]->run(1))
      total = total.value_or(0) + *nanoseconds;
  }
  return total;
}

double PreparedCase::time_once(std::uint64_t repeats) {
  const double before = host_nanoseconds();
  manners_.watch([&] { work(repeats); });
  return host_nanoseconds() - before;
}

void PreparedCase::calibrate(bool check_time) {
  const TimedWork timed = [this](std::uint64_t repeats) { return work(repeats); };
  if (call_ns_ >= sample_seconds * 1e9) {
    calls_ = 1;
  } else if (flushes_) {
    constexpr double most = 100;  // a flush can take longer than the call
    calls_ = static_cast<std::int64_t>(std::clamp(sample_seconds * 1e9 / call_ns_, 1.0, most));
  } else if (instances_.size() > 1) {
    calls_ = static_cast<std::int64_t>(instances_.size());
  } else {
    calls_ = manners_.watch([&] { return calls_per_sample(timed, kernel_.timer != nullptr); });
  }
  const double cpu_before = cpu_nanoseconds();
  const double wall = time_once(static_cast<std::uint64_t>(calls_));
  call_ns_ = wall / static_cast<double>(calls_);
  const double cpus = (cpu_nanoseconds() - cpu_before) / wall;
  constexpr double slack = 0.3, shortest_ns = 5e6;
  if (cpus > case_.problem.threads + slack && wall > shortest_ns)
    notes_.push_back(fmt::format("kept {} CPUs busy with threads = {}", format_number(cpus, 2),
                                 case_.problem.threads));
  if (check_time && instances_.size() == 1 && !flushes_) {
    if (kernel_.timer) check_timer();
    check_repeats();
  }
}

// A kernel that computes once whatever it was asked would look `repeats` times too fast. The
// shortest of a few turns counts, and processor time is as good a witness as the clock: a busy
// machine stretches wall time at will, a kernel that sleeps uses no processor.
void PreparedCase::check_repeats() {
  if (call_ns_ >= sample_seconds * 1e9) return;
  const auto r = static_cast<std::uint64_t>(std::max<std::int64_t>(1, calls_ / 2));
  constexpr double lowest = 1.6, highest = 2.5;
  constexpr int attempts = 9;
  const auto elapsed = [this](std::uint64_t repeats) {
    const double cpu_before = cpu_nanoseconds();
    const double wall = time_once(repeats);
    return Elapsed{wall, cpu_nanoseconds() - cpu_before};
  };
  Elapsed once, twice;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    const Elapsed a = elapsed(r), b = elapsed(2 * r);
    once = shorter(once, a, attempt == 0);
    twice = shorter(twice, b, attempt == 0);
    for (const double ratio :
         {twice.wall_ns / once.wall_ns, twice.cpu_ns / once.cpu_ns, b.cpu_ns / a.cpu_ns})
      if (ratio >= lowest && ratio <= highest) return;
  }
  throw Wrong(
      fmt::format("repeats not done: run({}) takes {} times as long as run({}), expected "
                  "{} to {}",
                  2 * r, format_number(twice.wall_ns / once.wall_ns, 3), r, lowest, highest));
}

void PreparedCase::check_timer() {
  const auto r = static_cast<std::uint64_t>(std::max<std::int64_t>(1, calls_));
  constexpr double tolerance = 0.05, launch_ns = 100e3;
  constexpr int attempts = 3;
  double claimed = 0, host = 0;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    const double before = host_nanoseconds();
    claimed = instances_[0]->run(r).value_or(0);
    host = host_nanoseconds() - before;
    if (std::abs(claimed - host) <= tolerance * host + launch_ns) return;
  }
  throw Wrong(fmt::format("timer: the plugin says {} for work that took {} by the host's clock",
                          format_duration(claimed), format_duration(host)));
}

double PreparedCase::sample(const SampleRequest& request) {
  // A call this long meets the same caches with or without another before it.
  constexpr double long_call_ns = 50e6;
  if (request.warm_up && call_ns_ < long_call_ns && instances_.size() == 1) time_once(1);
  if (request.verify) operands_[0]->poison_output();
  const TimedWork timed = [this](std::uint64_t repeats) { return work(repeats); };
  const double nanoseconds =
      manners_.watch([&] { return time_sample(timed, calls_, kernel_.timer != nullptr); });
  if (request.verify) run_and_verify();
  return nanoseconds;
}

Json PreparedCase::finish() {
  const double nanoseconds = sample({.warm_up = true, .verify = true});
  Json result = readiness();
  result["ns"] = nanoseconds;
  if (const auto state = device_state(plugin_, kernel_.device, case_.problem.device_index))
    result["device_state"] = *state;
  return result;
}

Json PreparedCase::readiness() const {
  std::vector<std::string> notes = notes_;
  notes.insert(notes.end(), manners_.notes().begin(), manners_.notes().end());
  if (flushes_) notes.push_back("cold: the device's cache emptied before each call");
  if (instances_.size() > 1)
    notes.push_back(fmt::format(
        "cold: {} sets of operands in turn, {}", instances_.size(),
        format_bytes(static_cast<double>(instances_.size()) * working_set_bytes(case_.problem))));
  const auto threads = instances_[0]->threads_used();
  return {{"iterations", calls_},
          {"call_ns", call_ns_},
          {"threads_used", threads.value_or(case_.problem.threads)},
          {"bound_error", number_or_null(bound_error_)},
          {"timer", kernel_.timer ? "plugin" : "host"},
          {"notes", notes}};
}

}  // namespace sweepmark::host
