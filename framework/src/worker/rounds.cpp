#include "worker/rounds.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "base/statistics.hpp"

namespace sweepmark::host {
namespace {

// Where one contender stands.
struct Entry {
  Contender* contender = nullptr;
  int stage = 0;  // stages done
  bool active = true;
  std::optional<StoppedBy> leaving = std::nullopt;  // its next sample is the last
  double spent_seconds = 0;
  std::int64_t next_look = 0;
};

class Rounds {
 public:
  Rounds(std::vector<std::unique_ptr<Contender>>& contenders, WorkerPool& pool,
         const RoundsOptions& options, const RoundsEvents& events)
      : pool_(pool), options_(options), events_(events), random_(options.seed) {
    for (const auto& c : contenders) entries_.push_back({.contender = c.get()});
    for (auto& e : entries_) e.next_look = options.stop.min_samples;
  }

  void run() {
    make_ready();
    for (std::int64_t round = 0; any_active(); ++round)
      for (const std::size_t i : order_of(round)) {
        if (events_.interrupted && events_.interrupted()) return interrupt();
        if (entries_[i].active) take_turn(entries_[i], round);
      }
    drop_all();
  }

 private:
  bool any_active() const {
    return std::any_of(entries_.begin(), entries_.end(),
                       [](const Entry& e) { return e.active && !e.contender->companion(); });
  }

  void make_ready() {
    int stages = 0;
    for (const auto& e : entries_) stages = std::max(stages, e.contender->stages());
    for (int stage = 1; stage <= stages; ++stage)
      for (auto& e : entries_) {
        if (events_.interrupted && events_.interrupted()) return;
        bring_to(e, std::min(stage, e.contender->stages()));
      }
  }

  // Does the stages still missing; true when the contender is there.
  bool bring_to(Entry& e, int stage) {
    return guarded(e, [&](Session& session) {
      for (; e.stage < stage; ++e.stage)
        e.contender->advance(e.stage, session, options_.timeout_seconds);
    });
  }

  void take_turn(Entry& e, std::int64_t round) {
    if (!bring_to(e, e.contender->stages())) return;
    guarded(e, [&](Session& session) {
      auto& c = *e.contender;
      // The second sample and the last one are verified; a first call after another worker ran
      // finds that one's data in the caches, so it is not counted.
      const bool verify = c.samples_ns.size() == 1;
      Json request{{"do", e.leaving ? "finish" : "sample"}, {"handle", c.handle}};
      if (!e.leaving) request.update({{"warm_up", pool_.changed()}, {"verify", verify}});
      const Json reply = session.call(request, options_.timeout_seconds);
      const double ns = reply.at("ns").get<double>();
      c.samples_ns.push_back(ns);
      c.rounds.push_back(round);
      e.spent_seconds += ns * 1e-9 * static_cast<double>(c.calls_per_sample());
      if (e.leaving) {
        c.complete(reply, *e.leaving);
        leave(e);
      } else {
        consider_leaving(e);
      }
      if (events_.sampled && !c.companion()) events_.sampled(c);
    });
  }

  // Looks only at growing numbers of samples: looking at each would stop at a lucky one.
  void consider_leaving(Entry& e) {
    const auto n = static_cast<std::int64_t>(e.contender->samples_ns.size());
    const double budget = e.contender->budget_seconds();
    const double sample_seconds = e.spent_seconds / static_cast<double>(n);
    const bool out_of_budget = e.spent_seconds + sample_seconds > budget && n >= 2;
    if (e.contender->companion() || (n < e.next_look && !out_of_budget)) return;
    constexpr double growth = 1.25;
    if (n >= e.next_look)
      e.next_look = static_cast<std::int64_t>(std::ceil(static_cast<double>(n) * growth));
    const auto reason =
        out_of_budget ? std::optional(StoppedBy::budget)
                      : stop_reason(judged_samples(e), e.spent_seconds, budget, options_.stop);
    if (reason && !(is_baseline(e) && others_active(e))) e.leaving = reason;
  }

  // With a baseline the question is the ratio, so its interval decides: own time over the
  // baseline's in the same round.
  std::vector<double> judged_samples(const Entry& e) const {
    const auto baseline = std::find_if(entries_.begin(), entries_.end(),
                                       [&](const Entry& o) { return is_baseline(o); });
    if (baseline == entries_.end() || &*baseline == &e) return e.contender->samples_ns;
    const auto& other = *baseline->contender;
    std::vector<double> ratios;
    for (std::size_t i = 0, j = 0; i < e.contender->rounds.size(); ++i) {
      while (j < other.rounds.size() && other.rounds[j] < e.contender->rounds[i]) ++j;
      if (j < other.rounds.size() && other.rounds[j] == e.contender->rounds[i])
        ratios.push_back(e.contender->samples_ns[i] / other.samples_ns[j]);
    }
    return ratios;
  }

  bool is_baseline(const Entry& e) const {
    return options_.baseline && e.contender->id().starts_with(*options_.baseline + "/");
  }
  bool others_active(const Entry& e) const {
    return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& o) {
      return &o != &e && o.active && !o.contender->companion();
    });
  }

  void leave(Entry& e) {
    e.active = false;
    if (events_.finished && !e.contender->companion()) events_.finished(*e.contender);
  }

  // Runs `work` for one contender; however it ends, the others go on.
  template <class Work>
  bool guarded(Entry& e, Work&& work) {
    if (!e.active) return false;
    const auto& set = e.contender->plugin_set();
    try {
      work(pool_.session(set));
      return true;
    } catch (const CaseEnded& ended) {
      e.contender->settle(ended.outcome(), ended.what(), ended.bound_error());
    } catch (const SessionLost& lost) {
      pool_.forget(set);
      for (auto& other : entries_)
        if (other.contender->plugin_set() == set) other.stage = 0;
      e.contender->settle(lost.outcome(), lost.what(), std::nullopt);
    }
    leave(e);
    return false;
  }

  // Row r of a cyclic Latin square over a random base order, a new one every n rounds: each
  // contender stands once in each position.
  std::vector<std::size_t> order_of(std::int64_t round) {
    const std::size_t n = entries_.size();
    const auto shift = static_cast<std::size_t>(round) % n;
    if (shift == 0) {
      base_.resize(n);
      std::iota(base_.begin(), base_.end(), std::size_t{0});
      for (std::size_t i = n - 1; i > 0; --i) std::swap(base_[i], base_[random_() % (i + 1)]);
    }
    std::vector<std::size_t> order(n);
    for (std::size_t i = 0; i < n; ++i) order[i] = base_[(i + shift) % n];
    return order;
  }

  void interrupt() {
    for (auto& e : entries_)
      if (e.active && !e.contender->companion()) {
        e.contender->interrupt();
        leave(e);
      }
    drop_all();
  }

  void drop_all() {
    for (auto& e : entries_)
      if (e.stage > 0) try {
          pool_.session(e.contender->plugin_set())
              .call({{"do", "drop"}, {"handle", e.contender->handle}}, options_.timeout_seconds);
        } catch (const SessionLost&) {
          pool_.forget(e.contender->plugin_set());
          for (auto& other : entries_)
            if (other.contender->plugin_set() == e.contender->plugin_set()) other.stage = 0;
        } catch (const CaseEnded&) {
          // A handle that is not there is dropped already.
        }
  }

  WorkerPool& pool_;
  const RoundsOptions& options_;
  const RoundsEvents& events_;
  std::mt19937_64 random_;
  std::vector<Entry> entries_;
  std::vector<std::size_t> base_;
};

}  // namespace

std::optional<StoppedBy> stop_reason(const std::vector<double>& samples_ns, double spent_seconds,
                                     double budget_seconds, const StopRule& rule) {
  if (spent_seconds >= budget_seconds) return StoppedBy::budget;
  if (static_cast<std::int64_t>(samples_ns.size()) < rule.min_samples ||
      spent_seconds < rule.min_seconds)
    return std::nullopt;
  const auto interval = median_interval(samples_ns);
  if (!interval) return std::nullopt;
  const double half_width = (interval->high - interval->low) / 2;
  if (half_width <= rule.max_noise * median(samples_ns)) return StoppedBy::interval;
  return std::nullopt;
}

void run_rounds(std::vector<std::unique_ptr<Contender>>& contenders, WorkerPool& pool,
                const RoundsOptions& options, const RoundsEvents& events) {
  if (!contenders.empty()) Rounds(contenders, pool, options, events).run();
}

}  // namespace sweepmark::host
