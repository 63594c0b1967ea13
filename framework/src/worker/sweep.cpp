#include "worker/sweep.hpp"

#include <fmt/format.h>

#include <chrono>

#include "base/error.hpp"
#include "base/units.hpp"
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
    for (std::size_t begin = 0; begin < cases_.size();) {
      std::size_t end = begin + 1;
      while (end < cases_.size() && end - begin < contenders_per_group &&
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
    prediction_.learn(c.measurement);
    if (events_.finished) events_.finished(c.measurement);
  }

  const std::vector<Case>& cases_;
  const Catalog& catalog_;
  WorkerPool& pool_;
  const SweepOptions& options_;
  const SweepEvents& events_;
  KernelRunState state_;
  Prediction prediction_;
  Clock::time_point start_ = Clock::now();
};

}  // namespace

void run_sweep(const std::vector<Case>& cases, const Catalog& catalog, WorkerPool& pool,
               const SweepOptions& options, const SweepEvents& events) {
  SweepRun(cases, catalog, pool, options, events).run();
}

}  // namespace sweepmark::host
