// The only place with Google Benchmark. It re-enters the body while it searches for the number of
// iterations, so whatever is measured is prepared and verified before it comes here.
#include "harness/timing.hpp"

#include <benchmark/benchmark.h>

#include <cassert>
#include <cmath>

namespace sweepmark::host {
namespace {

// Keeps the one run. A reporter must always be given: without one, version 1.7.1 crashes on the
// second RunSpecifiedBenchmarks of a process.
class OneRun : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const auto& run : runs) {
      iterations = run.iterations;
      seconds = run.real_accumulated_time;
    }
  }
  std::int64_t iterations = 0;
  double seconds = 0;
};

template <class Configure>
OneRun run_once(const TimedWork& work, bool own_timer, Configure&& configure) {
  auto* registered = benchmark::RegisterBenchmark("sample", [&work](benchmark::State& state) {
    const auto calls = static_cast<std::int64_t>(state.max_iterations);
    while (state.KeepRunningBatch(calls))
      if (const auto nanoseconds = work(static_cast<std::uint64_t>(calls)))
        state.SetIterationTime(*nanoseconds * 1e-9);
  });
  configure(registered);
  if (own_timer)
    registered->UseManualTime();
  else
    registered->UseRealTime();
  OneRun run;
  try {
    benchmark::RunSpecifiedBenchmarks(&run);
  } catch (...) {
    benchmark::ClearRegisteredBenchmarks();
    throw;
  }
  benchmark::ClearRegisteredBenchmarks();
  assert(run.iterations > 0);
  return run;
}

}  // namespace

std::int64_t calls_per_sample(const TimedWork& work, bool own_timer, double seconds) {
  const auto run = run_once(work, own_timer, [&](auto* b) { b->MinTime(seconds); });
  return run.iterations;
}

double time_sample(const TimedWork& work, std::int64_t calls, bool own_timer) {
  const auto run = run_once(work, own_timer, [&](auto* b) { b->Iterations(calls); });
  return run.seconds * 1e9 / static_cast<double>(run.iterations);
}

}  // namespace sweepmark::host
