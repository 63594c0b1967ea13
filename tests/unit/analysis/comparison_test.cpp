#include "analysis/comparison.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "report_samples.hpp"

namespace sweepmark::host {
namespace {
using testing::Contains;
using testing::HasSubstr;

Measurement imported_row(const std::string& id, std::vector<double> samples_ns) {
  Measurement m;
  m.id = m.kernel = id;
  m.operation = imported_operation;
  m.outcome = Outcome::measured;
  m.samples_ns = std::move(samples_ns);
  summarize(m);
  return m;
}

RunFile file_of(std::vector<Measurement> rows) {
  RunFile run;
  run.header = header_of("trial");
  run.measurements = std::move(rows);
  return run;
}

const ComparedRow& row_of(const Comparison& c, const std::string& id) {
  for (const auto& row : c.rows)
    if (row.id.starts_with(id)) return row;
  throw std::runtime_error("no row " + id);
}

/// 24 samples around `middle` with one percent of noise; `seed` makes runs differ.
std::vector<double> samples(double middle, std::uint64_t seed, int count = 24) {
  SampleNoise wobble(seed, 0.01);
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(middle * wobble());
  return values;
}

TEST(CompareRuns, TimesNotBareNumbers) {
  // Case 6: 990 ns then 1.1 us (the importer has made both nanoseconds).
  const auto c = compare_runs(file_of({imported_row("a", samples(990, 1))}),
                              file_of({imported_row("a", samples(1100, 2))}), {});
  EXPECT_NEAR(*c.rows[0].ratio, 1.111, 0.01);
  EXPECT_EQ(c.rows[0].verdict, Verdict::slower);
}

TEST(CompareRuns, GeometricMeanLeavesOutWhatHasNoPartner) {
  // Case 53: ratios 0.5 and 2.0 and one row skipped on one side.
  Measurement skipped = imported_row("c", samples(100, 3));
  skipped.outcome = Outcome::skipped;
  skipped.reason = "predicted 20 s";
  const auto c = compare_runs(
      file_of({imported_row("a", {100, 100}), imported_row("b", {100, 100}),
               imported_row("c", {100, 100})}),
      file_of({imported_row("a", {50, 50}), imported_row("b", {200, 200}), skipped}), {});
  EXPECT_NEAR(*c.geomean, 1.0, 1e-12);
  EXPECT_EQ(c.rows.size(), 2U);
  ASSERT_EQ(c.incomparable.size(), 1U);
  EXPECT_EQ(c.incomparable[0].reason, "contender skipped: predicted 20 s");
}

TEST(CompareRuns, ThreeAgainstThreeNeverGivesAVerdict) {
  // Case 55.
  const auto c = compare_runs(file_of({imported_row("a", {1, 2, 3})}),
                              file_of({imported_row("a", {10, 20, 30})}), {});
  EXPECT_EQ(c.rows[0].verdict, Verdict::inconclusive);
  EXPECT_NEAR(*c.rows[0].p, 0.1, 1e-12);
  EXPECT_THAT(c.rows[0].note, HasSubstr("too few repetitions: 3 against 3"));
}

TEST(CompareRuns, AggregatesAloneAreNoTest) {
  Measurement aggregate = imported_row("a", {1});
  aggregate.samples_ns.clear();
  const auto c =
      compare_runs(file_of({aggregate}), file_of({imported_row("a", samples(2, 1))}), {});
  EXPECT_EQ(c.rows[0].verdict, Verdict::inconclusive);
  EXPECT_EQ(c.rows[0].note, "no samples: no test");
  EXPECT_FALSE(c.rows[0].p);
}

TEST(CompareRuns, SwappingMirrorsVerdictsAndInvertsRatios) {
  std::vector<Measurement> a, b;
  for (int i = 0; i < 12; ++i) {
    const std::string id = "k" + std::to_string(i);
    a.push_back(imported_row(id, samples(1000, static_cast<std::uint64_t>(i) + 1)));
    b.push_back(
        imported_row(id, samples(1000 * (0.9 + 0.02 * i), static_cast<std::uint64_t>(i) + 99)));
  }
  const auto there = compare_runs(file_of(a), file_of(b), {});
  const auto back = compare_runs(file_of(b), file_of(a), {});
  EXPECT_EQ(there.margin, back.margin);
  std::size_t claims = 0;
  for (std::size_t i = 0; i < there.rows.size(); ++i) {
    const auto &x = there.rows[i], &y = back.rows[i];
    EXPECT_NEAR(*x.ratio * *y.ratio, 1, 1e-12);
    EXPECT_NEAR(x.interval->low * y.interval->high, 1, 1e-12);
    const Verdict mirrored = x.verdict == Verdict::faster   ? Verdict::slower
                             : x.verdict == Verdict::slower ? Verdict::faster
                                                            : x.verdict;
    EXPECT_EQ(y.verdict, mirrored);
    claims += x.verdict == Verdict::faster || x.verdict == Verdict::slower ? 1 : 0;
  }
  EXPECT_GE(claims, 6U);
}

TEST(CompareRuns, SlowerTimeIsSlowerHoweverTheRateMoves) {
  // Case 8: 100 -> 80 GFLOP/s is 1.0 -> 1.25 ms: slower both ways.
  Measurement a = gemm_row("k", 64, {}, 1.00e6), b = gemm_row("k", 64, {}, 1.25e6);
  EXPECT_GT(*a.gflops, *b.gflops);
  const auto c = compare_runs(file_of({a}), file_of({b}), {});
  EXPECT_EQ(c.rows[0].verdict, Verdict::slower);
}

TEST(CompareRuns, TheClocksDriftRaisesTheFloorAndSilencesVerdictsInsideIt) {
  const auto fma = [](double middle, std::uint64_t seed) {
    Measurement m = imported_row("fma/f32", samples(middle, seed));
    m.operation = "fma";
    return m;
  };
  // Both runs' clocks differ by 6%, and so does the row.
  const auto c = compare_runs(file_of({imported_row("a", samples(1000, 1)), fma(500, 5)}),
                              file_of({imported_row("a", samples(1060, 2)), fma(530, 6)}), {});
  EXPECT_GT(*c.noise_floor.value, 0.05);
  EXPECT_GE(c.margin, *c.noise_floor.value);
  EXPECT_NE(row_of(c, "a").verdict, Verdict::slower);
  EXPECT_THAT(c.noise_floor.source, HasSubstr("FMA"));
}

TEST(CompareRuns, ThePeakEachRowSawTellsTheClockToo) {
  Measurement a = gemm_row("k", 64, {}, 1000), b = gemm_row("k", 64, {}, 1080);
  a.roofline_fraction = *a.gflops / 110.0;
  b.roofline_fraction = *b.gflops / (110.0 / 1.08);
  const auto c = compare_runs(file_of({a}), file_of({b}), {});
  EXPECT_NEAR(*c.noise_floor.value, 0.08, 0.01);
  EXPECT_NE(c.rows[0].verdict, Verdict::slower);
}

TEST(CompareRuns, HeaderSaysWhatDiffers) {
  RunFile a = file_of({gemm_row("k", 64, {}, 1000)}), b = a;
  b.header.environment.host = "other";
  b.header.environment.governor = "performance";
  b.header.environment.build_type = "Debug";
  b.measurements[0].plugin.version = "2.0.0";
  const auto c = compare_runs(a, b, {});
  EXPECT_THAT(c.differences, Contains("host: box / other"));
  EXPECT_THAT(c.differences, Contains("governor: unknown / performance"));
  EXPECT_THAT(c.differences, Contains("build type: Release / Debug"));
  EXPECT_THAT(c.differences, Contains(HasSubstr("plugin gemm_test: 1.0.0")));
  EXPECT_TRUE(compare_runs(a, a, {}).differences.empty());
}

TEST(CompareRuns, OtherCacheModeIsNamedAsTheReason) {
  // Case 14.
  Case cold;
  cold.kernel = "k";
  cold.problem.m = cold.problem.n = cold.problem.k = 64;
  cold.cache = CacheMode::cold;
  Measurement m = begin_measurement(cold);
  m.outcome = Outcome::measured;
  m.samples_ns = samples(1000, 1);
  summarize(m);
  const auto c = compare_runs(file_of({gemm_row("k", 64, {}, 1000)}), file_of({m}), {});
  EXPECT_TRUE(c.rows.empty());
  ASSERT_EQ(c.incomparable.size(), 2U);
  EXPECT_THAT(c.incomparable[0].reason, HasSubstr("the other has it with dtype:f32, cache:cold"));
  EXPECT_THAT(c.differences, Contains("cache mode: hot / cold"));
}

TEST(CompareRuns, ExportedNamesMatchTheirRows) {
  const auto c = compare_runs(file_of({imported_row("a/n:1", samples(10, 1))}),
                              file_of({imported_row("a/n:1/real_time", samples(10, 2))}), {});
  EXPECT_EQ(c.rows.size(), 1U);
}

/// `rounds` rounds of a baseline and contenders that share each round's disturbance.
RunFile interleaved(const std::vector<std::pair<std::string, double>>& kernels, int rounds,
                    std::uint64_t seed, double own_noise = 0.02) {
  RunFile run;
  run.header = header_of("trial");
  SampleNoise round_noise(seed, 0.10), own(seed * 31 + 7, own_noise);
  for (const auto& [kernel, time] : kernels) {
    run.measurements.push_back(gemm_row(kernel, 64, {}, time));
    run.measurements.back().samples_ns.clear();
    run.measurements.back().rounds.clear();
  }
  for (int r = 0; r < rounds; ++r) {
    const double shared = round_noise();
    for (std::size_t k = 0; k < kernels.size(); ++k) {
      run.measurements[k].samples_ns.push_back(kernels[k].second * shared * own());
      run.measurements[k].rounds.push_back(r);
    }
  }
  for (auto& m : run.measurements) summarize(m);
  return run;
}

TEST(CompareInside, AKernelSlowedByFivePercentIsCalledSlower) {
  int slower = 0;
  for (std::uint64_t trial = 1; trial <= 20; ++trial) {
    const RunFile run = interleaved({{"gemm.base", 1000}, {"gemm.slow", 1050}}, 30, trial * 101);
    slower += row_of(compare_inside(run, "gemm.base", {}), "gemm.slow").verdict == Verdict::slower;
  }
  EXPECT_GE(slower, 19);
}

TEST(CompareInside, TheSameKernelIsAlmostNeverCalledDifferent) {
  int verdicts = 0, claims = 0;
  for (std::uint64_t trial = 1; trial <= 50; ++trial) {
    const RunFile run = interleaved(
        {{"gemm.base", 1000}, {"gemm.base@aa", 1000}, {"gemm.b", 1000}, {"gemm.c", 1000}}, 25,
        trial * 977, 0.06);
    for (const auto& row : compare_inside(run, "gemm.base", {}).rows) {
      ++verdicts;
      claims += row.verdict == Verdict::faster || row.verdict == Verdict::slower ? 1 : 0;
    }
  }
  EXPECT_LE(claims * 100, verdicts);
}

TEST(CompareInside, SelfTwinsSetTheFloor) {
  const RunFile run = interleaved({{"k", 1000}, {"k@aa", 1030}, {"l", 1020}}, 25, 3, 0.001);
  const auto c = compare_inside(run, "k", {});
  EXPECT_NEAR(*c.noise_floor.value, 0.03, 0.002);
  EXPECT_THAT(c.noise_floor.source, HasSubstr("against itself"));
  EXPECT_NE(row_of(c, "l").verdict, Verdict::slower);
}

TEST(CompareInside, BuildsOfOnePluginPairBySettings) {
  RunFile run;
  run.header = header_of("trial");
  for (const char* alias : {"old", "new"})
    for (const std::int64_t width : {1, 16}) {
      const double time = (width == 1 ? 2000 : 1000) * (std::string(alias) == "new" ? 0.9 : 1.0);
      run.measurements.push_back(
          gemm_row("gemm.x@" + std::string(alias), 64, {{"block_width", width}}, time));
    }
  const auto c = compare_inside(run, "old", {});
  ASSERT_EQ(c.rows.size(), 2U);
  for (const auto& row : c.rows) {
    EXPECT_NEAR(*row.ratio, 0.9, 0.01);
    EXPECT_EQ(row.verdict, Verdict::faster);
  }
}

TEST(CompareInside, UnknownBaselineNamesTheNearest) {
  const RunFile run = block_width_run();
  try {
    compare_inside(run, "gemm.blas.fulll", {});
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("did you mean 'gemm.blas.full'"));
  }
}

TEST(CompareInside, TrainingRowsCompareByGroup) {
  const RunFile run = training_run(2);
  const auto c = compare_inside(run, "*batch_size:100/*", {});
  EXPECT_EQ(c.rows.size(), 8U);
  EXPECT_GT(*c.rows[0].ratio, 1);
}

}  // namespace
}  // namespace sweepmark::host
