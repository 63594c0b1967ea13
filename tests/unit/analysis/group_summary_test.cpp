#include "analysis/group_summary.hpp"

#include <gmock/gmock.h>

#include "analysis/roofline.hpp"
#include "report_samples.hpp"

namespace sweepmark::host {
namespace {
using testing::Contains;
using testing::HasSubstr;

const RowSummary& row_of(const RunFile& run, const GroupSummary& group, const std::string& kernel) {
  for (const auto& row : group.rows)
    if (run.measurements[row.index].kernel == kernel) return row;
  throw std::runtime_error("no row of " + kernel);
}

TEST(GroupSummary, BestRatioAndTies) {
  RunFile run;
  run.measurements = {gemm_row("slow", 64, {}, 2000), gemm_row("best", 64, {}, 1000),
                      gemm_row("twin", 64, {}, 1000.5)};
  const auto groups = summarize_groups(run);
  ASSERT_EQ(groups.size(), 1U);
  const GroupSummary& group = groups[0];
  ASSERT_TRUE(group.best);
  EXPECT_TRUE(row_of(run, group, "best").tied);
  EXPECT_TRUE(row_of(run, group, "twin").tied);
  EXPECT_FALSE(row_of(run, group, "slow").tied);
  EXPECT_NEAR(*row_of(run, group, "slow").relative, 2, 0.02);
}

TEST(GroupSummary, PrepackedAndOtherMathAreNeverRankedAgainstOrdinaryRows) {
  RunFile run;
  run.measurements = {gemm_row("plain", 64, {}, 1000), gemm_row("packed", 64, {}, 500),
                      gemm_row("tf32", 64, {}, 100)};
  run.measurements[1].prepacked = true;
  run.measurements[2].math = "tf32";
  const auto group = summarize_groups(run)[0];
  EXPECT_EQ(run.measurements[group.rows[*group.best].index].kernel, "plain");
  EXPECT_EQ(*row_of(run, group, "plain").relative, 1);
  EXPECT_EQ(*row_of(run, group, "packed").relative, 1);
  EXPECT_THAT(row_of(run, group, "packed").flags, Contains("prepacked"));
  EXPECT_EQ(row_of(run, group, "tf32").contract, "tf32");
}

TEST(GroupSummary, RowsThatWereNotMeasuredAreNeverRanked) {
  // Case 10: a kernel that did nothing is wrong, however fast it looks.
  RunFile run;
  run.measurements = {gemm_row("honest", 64, {}, 1000), gemm_row("nothing", 64, {}, 0.02)};
  run.measurements[1].outcome = Outcome::wrong;
  const auto group = summarize_groups(run)[0];
  EXPECT_FALSE(row_of(run, group, "nothing").ranked);
  EXPECT_EQ(run.measurements[group.rows[*group.best].index].kernel, "honest");
}

TEST(GroupSummary, HotAndColdAreDifferentQuestions) {
  RunFile run;
  Case c;
  c.kernel = "k";
  c.cache = CacheMode::cold;
  run.measurements = {gemm_row("k", 64, {}, 1000), begin_measurement(c)};
  EXPECT_EQ(summarize_groups(run).size(), 2U);
}

TEST(GroupSummary, Flags) {
  RunFile run;
  run.measurements = {gemm_row("tiny", 4, {}, 20), gemm_row("wobbly", 4, {}, 1e6, 24, 0.9)};
  const auto group = summarize_groups(run)[0];
  EXPECT_THAT(row_of(run, group, "tiny").explanations, Contains(HasSubstr("within 10x")));
  EXPECT_THAT(row_of(run, group, "wobbly").flags, Contains("wide"));
}

TEST(GroupSummary, ImportedRowsAreNotRanked) {
  RunFile run;
  run.measurements = {gemm_row("a", 4, {}, 20)};
  run.measurements[0].operation = imported_operation;
  EXPECT_FALSE(summarize_groups(run)[0].rows[0].ranked);
}

TEST(Roofline, SideAndLevel) {
  const RunFile run = block_width_run();
  const auto& full = run.measurements[3];
  const auto r = roofline(full, run.header);
  ASSERT_TRUE(r);
  EXPECT_TRUE(r->compute_side);
  EXPECT_EQ(r->level, "L2");
  EXPECT_NEAR(r->fraction, *full.gflops / 110, 1e-12);
  Measurement thin = full;
  thin.bytes = *full.flops;  // one flop a byte: 80 GB/s of L2 is below the peak
  EXPECT_FALSE(roofline(thin, run.header)->compute_side);
  EXPECT_NEAR(roofline(thin, run.header)->ceiling_gflops, 80, 1e-9);
  RunHeader unmeasured = run.header;
  unmeasured.ceilings.reset();
  EXPECT_FALSE(roofline(full, unmeasured));
}

}  // namespace
}  // namespace sweepmark::host
