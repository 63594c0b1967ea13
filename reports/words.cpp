#include "reports/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "base/units.hpp"

namespace sweepmark::host {
namespace {

std::string rate_text(double gflops) { return format_number(gflops, 4) + " GFLOP/s"; }

/// "a, b and 2 more".
std::string some_of(const std::vector<std::string>& names) {
  constexpr std::size_t most = 4;
  if (names.size() <= most) return join(names, ", ");
  const std::vector<std::string> first(names.begin(), names.begin() + most - 1);
  return fmt::format("{} and {} more", join(first, ", "), names.size() - first.size());
}

std::string bound_sentence(const RunFile& run, const Measurement& best) {
  const auto r = roofline(best, run.header);
  if (!r) {
    const auto set = working_set(best, run.header.environment);
    if (!set || best.operation != "gemm") return "";
    return set->fits_in.empty() ? fmt::format("Its operands take {}.", format_bytes(set->bytes))
                                : fmt::format("Its operands take {} and fit in {}.",
                                              format_bytes(set->bytes), set->fits_in);
  }
  const auto set = working_set(best, run.header.environment);
  // The rate measured in the row's own rounds is the better witness: ceilings stored before may
  // come from another clock.
  const double fraction = best.roofline_fraction.value_or(r->fraction);
  const double ceiling = best.gflops ? *best.gflops / fraction : r->ceiling_gflops;
  std::string text = fmt::format(
      "It reaches {} of its ceiling of {}, on the {} side of the roofline",
      format_percent(fraction), rate_text(ceiling), r->compute_side ? "compute" : "bandwidth");
  if (set && !r->level.empty())
    text += fmt::format(": {} of operands from {}", format_bytes(set->bytes), r->level);
  return text + ".";
}

}  // namespace

std::string with_interval(double value, const std::optional<Interval>& interval,
                          std::string (*format)(double)) {
  if (!interval) return format(value);
  return fmt::format("{} (95%: {} to {})", format(value), format(interval->low),
                     format(interval->high));
}

std::vector<std::string> group_words(const RunFile& run, const GroupSummary& group) {
  if (!group.best || group.rows.size() < 2) return {};
  const RowSummary& row = group.rows[*group.best];
  const Measurement& best = run.measurements[row.index];
  std::vector<std::string> tied;
  double slowest = 1;
  const Measurement* slow = nullptr;
  for (const auto& other : group.rows) {
    if (!other.ranked || !other.contract.empty()) continue;
    const Measurement& m = run.measurements[other.index];
    if (other.tied && !other.best) tied.push_back(to_text(configuration_of(m)));
    if (*other.relative > slowest) {
      slowest = *other.relative;
      slow = &m;
    }
  }
  std::string text = fmt::format("Fastest: {}", to_text(configuration_of(best)));
  if (best.gflops) text += fmt::format(" at {}", rate_text(*best.gflops));
  if (slow)
    text += fmt::format(", {}x {}", format_number(slowest, 3), to_text(configuration_of(*slow)));
  text += tied.empty() ? "." : fmt::format("; cannot be told from {}.", some_of(tied));
  if (const auto bound = bound_sentence(run, best); !bound.empty()) text += " " + bound;
  return {text};
}

namespace {

std::string saturation_sentence(const Saturation& s) {
  const auto& at = s.points[s.first_tied];
  const auto& best = s.points[s.best];
  if (s.first_tied == s.best && s.best + 1 == s.points.size())
    return fmt::format("{}: throughput still rises at the widest block measured, block_width {}.",
                       to_text(s.kernel), best.width);
  if (s.first_tied == s.best) {
    const bool wider_ties = s.points[s.best + 1].tied;
    return fmt::format("{}: throughput saturates at block_width {}: wider blocks {}.",
                       to_text(s.kernel), best.width,
                       wider_ties ? "cannot be told from it" : "are slower");
  }
  return fmt::format(
      "{}: throughput saturates at block_width {}, the narrowest that cannot be told from the best "
      "({}).",
      to_text(s.kernel), at.width, best.width);
}

/// The share of time at a width that goes into the cost of calls.
double call_share(const RunFile& run, const Saturation& s, const WidthPoint& p) {
  return p.calls * s.fit->overhead_ns / *run.measurements[p.index].median_ns;
}

std::string cost_sentence(const RunFile& run, const Saturation& s) {
  const CallCostFit& f = *s.fit;
  if (s.points.size() < 3) return "Two widths cannot test a model of the cost of a call.";
  if (!f.holds)
    return fmt::format(
        "The two-term model, a cost per block call plus flops at one rate, does not hold: it "
        "misses "
        "the times by up to {}, so no cause is named.",
        format_percent(f.worst_residual));
  const auto& narrow = s.points.front();
  const auto& at = s.points[s.first_tied];
  std::string text = fmt::format(
      "Why: a block call costs {} whatever its width, and the arithmetic runs at {} (worst "
      "residual "
      "{}). At width {} the calls take {} of the time",
      with_interval(f.overhead_ns, f.overhead_interval, format_duration),
      with_interval(f.rate_gflops, f.rate_interval, rate_text), format_percent(f.worst_residual),
      narrow.width, format_percent(call_share(run, s, narrow)));
  if (at.width != narrow.width)
    text += fmt::format(", at width {} {}", at.width, format_percent(call_share(run, s, at)));
  return text + ".";
}

std::string split_sentence(const CallCostFit& f) {
  if (!f.holds || !f.empty_call_ns || !f.rereading_ns) return "";
  if (f.remainder_ns)
    return fmt::format("Of that cost an empty call is {}, reading A again {}, the remainder {}.",
                       format_duration(*f.empty_call_ns), format_duration(*f.rereading_ns),
                       format_duration(*f.remainder_ns));
  return fmt::format(
      "Reading A again would alone take {}: it overlaps with the arithmetic, so the "
      "cost is not split.",
      format_duration(*f.rereading_ns));
}

std::string cache_sentence(const Saturation& s) {
  const auto& at = s.points[s.first_tied];
  if (at.fits_in.empty()) return "";
  std::string text = fmt::format("At width {} a call works on {}, which fits in {}", at.width,
                                 format_bytes(at.working_set_bytes), at.fits_in);
  for (std::size_t p = s.first_tied + 1; p < s.points.size(); ++p)
    if (s.points[p].fits_in != at.fits_in) {
      text += fmt::format("; from width {} on it needs {}", s.points[p].width, s.points[p].fits_in);
      break;
    }
  return text + ".";
}

}  // namespace

std::vector<std::string> saturation_words(const RunFile& run, const Saturation& s) {
  std::string text = saturation_sentence(s);
  std::vector<std::string> more;
  if (s.fit) {
    more.push_back(cost_sentence(run, s));
    more.push_back(split_sentence(*s.fit));
  }
  more.push_back(cache_sentence(s));
  for (const auto& sentence : more)
    if (!sentence.empty()) text += " " + sentence;
  return {text};
}

std::vector<std::string> size_sweep_words(const SizeSweep& sweep) {
  std::vector<std::string> lines;
  for (const auto& c : sweep.crossovers)
    lines.push_back(fmt::format("{} takes over from {} at {} {} (for certain between {} and {}).",
                                c.faster_after, c.slower_before, sweep.axis, format_number(c.at, 3),
                                c.last_before, c.first_after));
  for (const auto& c : sweep.cliffs)
    lines.push_back(fmt::format(
        "Cliff: {} at {} {} runs {} below its slower neighbour, more than the intervals allow.",
        to_text(c.configuration), sweep.axis, c.size, format_percent(c.drop)));
  if (sweep.crossovers.empty() && sweep.series.size() > 1)
    lines.push_back("No crossover: one kernel wins, or ties, at every size.");
  return lines;
}

std::vector<std::string> dispatch_words(const DispatchFamily& family) {
  if (family.entries.size() < 2 || family.defaults.empty()) return {};
  const DefaultLoss& d = family.defaults.front();
  std::string text = fmt::format(
      "One default everywhere: {} loses least at worst: {} on average, {} at worst ({}), against "
      "choosing the fastest at each of {} problems.",
      to_text(d.configuration), format_percent(d.mean), format_percent(d.worst),
      dimensions_label(d.worst_at), family.entries.size());
  const auto mean = std::min_element(family.defaults.begin(), family.defaults.end(),
                                     [](const auto& a, const auto& b) { return a.mean < b.mean; });
  if (!(mean->configuration == d.configuration))
    text += fmt::format(" {} loses least on average: {}.", to_text(mean->configuration),
                        format_percent(mean->mean));
  return {text};
}

namespace {
std::string seconds_text(double seconds) { return format_duration(seconds * 1e9); }
std::string batch_text(double batch) { return format_number(batch, 3); }
}  // namespace

std::vector<std::string> step_cost_words(const StepCostFit& f) {
  if (f.batch_sizes.size() < 3) return {};
  if (!f.holds)
    return {
        fmt::format("{}: a fixed cost per step plus a cost per example misses the step times by up "
                    "to {}, so neither is claimed.",
                    f.label, format_percent(f.worst_residual))};
  std::string text =
      fmt::format("{}: a step costs {} to dispatch and {} for each example (worst residual {}).",
                  f.label, with_interval(f.per_step, f.per_step_interval, seconds_text),
                  with_interval(f.per_example, f.per_example_interval, seconds_text),
                  format_percent(f.worst_residual));
  if (f.break_even)
    text += fmt::format(" Below a batch of about {} most of a step is dispatch.",
                        batch_text(*f.break_even));
  return {text};
}

std::vector<std::string> critical_batch_words(const CriticalBatchFit& f) {
  if (f.batch_sizes.size() < 3) return {};
  if (!f.holds)
    return {
        fmt::format("{}: steps to loss {} do not follow S_min (1 + B_crit / b) (off by up to {}): "
                    "no critical batch size is claimed.",
                    f.label, shortest(f.target), format_percent(f.worst_residual))};
  return {
      fmt::format("{}: critical batch size to loss {}: {}; never fewer than {} steps. Beyond it a "
                  "larger batch saves few steps.",
                  f.label, shortest(f.target),
                  with_interval(f.b_crit, f.b_crit_interval, batch_text), batch_text(f.s_min))};
}

std::vector<std::string> noise_scale_words(const NoiseScale& s) {
  if (!s.scale)
    return {fmt::format("{}: the gradient is zero at this point: no noise scale.", s.label)};
  return {
      fmt::format("{}: gradient noise scale {} examples (trace of the covariance {} over squared "
                  "gradient {}): up to about that batch, twice the batch halves the steps.",
                  s.label, format_number(s.scale, 3), format_number(s.trace, 3),
                  format_number(s.squared_norm, 3))};
}

std::vector<std::string> comparison_words(const Comparison& c) {
  std::size_t counts[4] = {};
  for (const auto& row : c.rows) ++counts[static_cast<std::size_t>(row.verdict)];
  std::vector<std::string> lines{
      fmt::format("{} faster, {} slower, {} equivalent, {} inconclusive; {} not comparable.",
                  counts[0], counts[1], counts[2], counts[3], c.incomparable.size())};
  if (c.geomean)
    lines.push_back(fmt::format("Geometric mean of the ratios over {} rows: {}.", c.rows.size(),
                                format_number(c.geomean, 4)));
  return lines;
}

}  // namespace sweepmark::host
