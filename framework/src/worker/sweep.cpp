#include "worker/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include "base/error.hpp"
#include "base/units.hpp"
#include "ops/operation.hpp"
#include "worker/ceilings.hpp"
#include "worker/kernel_contender.hpp"
#include "worker/prediction.hpp"

namespace sweepmark::host {
namespace {

using Clock = std::chrono::steady_clock;

class SweepRun {
 public:
  SweepRun(const std::vector<Case>& cases, const Catalog& catalog, WorkerPool& pool,
           const SweepOptions& options, const SweepEvents& events)
      : cases_(cases), catalog_(catalog), pool_(pool), options_(options), events_(events) {}

  void run() {
    const std::size_t most =
        options_.rounds.baseline ? contenders_beside_baseline : contenders_per_group;
    for (std::size_t begin = 0; begin < cases_.size();) {
      std::size_t end = begin + 1;
      // One place in the rounds is for the machine's own multiply-add rate.
      while (end < cases_.size() && end - begin < most - 1 &&
             case_group(cases_[end]) == case_group(cases_[begin]))
        ++end;
      if (events_.interrupted && events_.interrupted()) return;
      run_group(begin, end);
      begin = end;
    }
  }

 private:
  void run_group(std::size_t begin, std::size_t end) {
    std::vector<std::unique_ptr<Contender>> contenders;
    for (std::size_t i = begin; i < end; ++i) {
      auto contender = make_contender(cases_[i], cases_.size() - i);
      if (contender) contenders.push_back(std::move(contender));
    }
    if (!contenders.empty()) add_yardstick(cases_[begin], contenders);
    RoundsOptions rounds = options_.rounds;
    rounds.seed += begin;
    run_rounds(contenders, pool_, rounds,
               {.finished = [&](Contender& c) { report(dynamic_cast<KernelContender&>(c)); },
                .sampled =
                    [&](const Contender& c) {
                      if (events_.sampled) events_.sampled(c.id());
                    },
                .interrupted = events_.interrupted});
  }

  // The clock drifts by several percent from minute to minute, so the ceiling of a row is the rate
  // of multiply-adds in the very rounds the row was sampled in.
  void add_yardstick(const Case& c, std::vector<std::unique_ptr<Contender>>& contenders) {
    yardstick_ = nullptr;
    if (c.device != "cpu" || c.problem.operation == Operation::fma) return;
    const auto fma = fma_case(catalog_, c.problem.dtype, c.problem.threads);
    if (!fma) return;
    auto contender = std::make_unique<KernelContender>(*fma, *catalog_.find(fma->plugin), state_,
                                                       options_.budget_seconds, "");
    contender->make_companion();
    yardstick_ = contender.get();
    contenders.push_back(std::move(contender));
  }

  Peak peak() {
    if (!yardstick_ || yardstick_->samples_ns.empty()) return {};
    const auto& samples = yardstick_->samples_ns;
    const auto& m = yardstick_->measurement;
    auto& highest = highest_gflops_[{m.problem.dtype, m.problem.threads}];
    highest =
        std::max(highest, m.flops.value_or(0) / *std::min_element(samples.begin(), samples.end()));
    return {m.flops.value_or(0) / median(samples), highest};
  }

  // Null when the case is settled without running; its row is reported then.
  std::unique_ptr<KernelContender> make_contender(const Case& c, std::size_t cases_left) {
    const PluginInfo* plugin = catalog_.find(c.plugin);
    if (!plugin) throw Error(fmt::format("no plugin '{}' for {}", c.plugin, case_id(c)));
    auto contender = std::make_unique<KernelContender>(c, *plugin, state_, budget(cases_left),
                                                       options_.reproduce(c));
    if (const auto reason = settled_reason(c, contender->budget_seconds())) {
      contender->settle(c.settled.value_or(Outcome::skipped), *reason, std::nullopt);
      report(*contender);
      return nullptr;
    }
    return contender;
  }

  std::optional<std::string> settled_reason(const Case& c, double budget_seconds) const {
    if (c.settled) return c.reason;
    if (seconds_left() <= 0)
      return fmt::format("the time budget of {} was used up",
                         format_duration(*options_.time_budget_seconds * 1e9));
    const auto predicted = prediction_.call_ns(c);
    if (predicted && *predicted * 1e-9 > budget_seconds)
      return fmt::format(
          "predicted {} a call from the next smaller size, the budget of a case is {}",
          format_duration(*predicted), format_duration(budget_seconds * 1e9));
    return std::nullopt;
  }

  double seconds_left() const {
    if (!options_.time_budget_seconds) return 1;
    return *options_.time_budget_seconds -
           std::chrono::duration<double>(Clock::now() - start_).count();
  }

  // With a time budget, what is left is shared by the cases left; about half of it goes into
  // preparing and checking.
  double budget(std::size_t cases_left) const {
    if (!options_.time_budget_seconds) return options_.budget_seconds;
    constexpr double share_of_sampling = 0.6;
    return std::min(options_.budget_seconds, std::max(0.0, seconds_left()) * share_of_sampling /
                                                 static_cast<double>(cases_left));
  }

  void report(KernelContender& c) {
    judge_by_ceilings(c.measurement, peak(), options_.ceilings, options_.environment);
    compare_with_hot(c.measurement);
    prediction_.learn(c.measurement);
    if (events_.finished) events_.finished(c.measurement);
  }

  // A cold case that is faster than the same case hot was not cold.
  void compare_with_hot(Measurement& m) {
    if (m.outcome != Outcome::measured || !m.interval_ns) return;
    const std::string name = m.id.substr(0, m.id.rfind("/cache:"));
    if (m.cache == CacheMode::hot) {
      hot_low_ns_[name] = m.interval_ns->low;
    } else if (const auto it = hot_low_ns_.find(name);
               it != hot_low_ns_.end() && *m.median_ns < it->second) {
      m.outcome = Outcome::wrong;
      m.reason = fmt::format(
          "cold not reached: the cold median {} is below the hot interval, which "
          "begins at {}",
          format_duration(*m.median_ns), format_duration(it->second));
    }
  }

  const std::vector<Case>& cases_;
  const Catalog& catalog_;
  WorkerPool& pool_;
  const SweepOptions& options_;
  const SweepEvents& events_;
  KernelRunState state_;
  const KernelContender* yardstick_ = nullptr;
  std::map<std::string, double> hot_low_ns_;
  std::map<std::pair<Dtype, int>, double> highest_gflops_;
  Prediction prediction_;
  Clock::time_point start_ = Clock::now();
};

}  // namespace

void run_sweep(const std::vector<Case>& cases, const Catalog& catalog, WorkerPool& pool,
               const SweepOptions& options, const SweepEvents& events) {
  SweepRun(cases, catalog, pool, options, events).run();
}

}  // namespace sweepmark::host
