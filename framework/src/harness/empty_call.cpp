#include "harness/empty_call.hpp"

#include <sweepmark/plugin.hpp>

#include <vector>

#include "base/statistics.hpp"
#include "harness/timing.hpp"

namespace sweepmark::host {
namespace {

struct Nothing {
  static constexpr Info info{"empty.cpu.nothing", "1.0.0", "does nothing"};
  Nothing(const sweepmark::Problem&, Tuning, const Operands&) {}
  void run() {}
};

}  // namespace

double measure_empty_call() {
  // Through a volatile pointer, so that the compiler cannot see that nothing happens.
  const swm_kernel* volatile table = &sweepmark::detail::KernelAdapter<Nothing>::table;
  const swm_problem problem{};
  const swm_operands operands{};
  void* instance = nullptr;
  if (table->prepare(&problem, nullptr, &operands, &instance, nullptr) != SWM_OK) return 0;
  const auto run = table->run;
  const TimedWork work = [&](std::uint64_t calls) -> std::optional<double> {
    for (std::uint64_t i = 0; i < calls; ++i) run(instance, 1, nullptr);
    return std::nullopt;
  };
  constexpr double short_sample = 0.001;
  const auto calls = calls_per_sample(work, false, short_sample);
  std::vector<double> samples;
  constexpr int sample_count = 9;
  for (int i = 0; i < sample_count; ++i) samples.push_back(time_sample(work, calls, false));
  table->teardown(instance);
  return median(samples);
}

}  // namespace sweepmark::host
