#include <gmock/gmock.h>

#include "base/text.hpp"
#include "report_samples.hpp"
#include "reports/display_text.hpp"
#include "reports/render_document.hpp"
#include "reports/report.hpp"

namespace sweepmark::host {
namespace {
using testing::HasSubstr;
using testing::Not;

std::string line_with(const std::string& text, const std::string& words) {
  for (const auto& line : split(text, '\n'))
    if (line.find(words) != std::string::npos) return line;
  return "";
}

TEST(RenderTable, BlockWidthAnswersAtFirstGlance) {
  const std::string text = render_table(block_width_run(), {});
  EXPECT_THAT(text, HasSubstr("gemm 256 x 256 x 256, f32, 1 thread, hot"));
  const std::string head = line_with(text, "time/call");
  for (const char* column :
       {"kernel", "block_width", "±", "GFLOP/s", "of best", "of roofline", "error", "note"})
    EXPECT_THAT(head, HasSubstr(column));
  EXPECT_THAT(line_with(text, "gemm.blas.dot"), HasSubstr("41."));
  EXPECT_THAT(text, HasSubstr("best"));
  EXPECT_THAT(text, HasSubstr("9 measured"));
}

TEST(RenderTable, ColumnsAreAlignedInCells) {
  const std::string text = render_table(block_width_run(), {});
  const std::string head = line_with(text, "time/call");
  const std::string full = line_with(text, "gemm.blas.full ");
  const auto cells_before = [](const std::string& line, const std::string& end) {
    return display_width(line.substr(0, line.find(end) + end.size()));
  };
  EXPECT_EQ(cells_before(head, "time/call"), cells_before(full, " us"));
}

TEST(RenderTable, ReasonsNotesAndMissingRates) {
  RunFile run = block_width_run();
  Measurement& dot = run.measurements[0];
  dot.outcome = Outcome::wrong;
  dot.reason = "C[3,4] is off by 12 limits";
  // Case 4: K = 0 has no operations: no rate, the row is kept.
  Measurement& full = run.measurements[3];
  full.flops = 0;
  full.gflops.reset();
  full.notes.push_back("faster than its ceiling");
  const std::string text = render_table(run, {});
  EXPECT_THAT(line_with(text, "gemm.blas.dot "), HasSubstr("wrong"));
  EXPECT_THAT(text, HasSubstr("gemm.blas.dot: wrong: C[3,4] is off by 12 limits"));
  EXPECT_THAT(line_with(text, "gemm.blas.full "), HasSubstr("n/a"));
  EXPECT_THAT(text, HasSubstr("gemm.blas.full: faster than its ceiling"));
  EXPECT_THAT(text, Not(HasSubstr("nan")));
  EXPECT_THAT(text, Not(HasSubstr("inf")));
}

TEST(RenderTable, NarrowTerminalLosesSpareColumnsOnly) {
  TableStyle narrow;
  narrow.width = 90;
  const std::string text = render_table(block_width_run(), narrow);
  EXPECT_THAT(text, Not(HasSubstr("samples")));
  EXPECT_THAT(text, HasSubstr("GFLOP/s"));
}

TEST(RenderTable, ColorOnlyWhenAsked) {
  TableStyle colored;
  colored.color = true;
  EXPECT_THAT(render_table(block_width_run(), {}), Not(HasSubstr("\x1b[")));
  EXPECT_THAT(render_table(block_width_run(), colored), HasSubstr("\x1b[1m"));
}

TEST(RenderTable, CommandsWhenAsked) {
  TableStyle style;
  EXPECT_THAT(render_table(block_width_run(), style), Not(HasSubstr("$ sweepmark")));
  style.reproduce = true;
  EXPECT_THAT(render_table(block_width_run(), style),
              HasSubstr("$ sweepmark run --filter 'gemm.blas.full/"));
}

TEST(RenderTable, NamesCannotWriteEscapeSequences) {
  RunFile run = block_width_run();
  run.measurements[0].kernel = "evil\x1b[2J\nname";
  const std::string text = render_table(run, {});
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(text, HasSubstr("evil\\x1b[2J\\nname"));
}

TEST(RenderTable, TrainingShowsBothFactorsAndMisses) {
  const std::string text = render_table(training_run(), {});
  EXPECT_THAT(text, HasSubstr("160 steps x 1.200 us"));
  EXPECT_THAT(text, HasSubstr("missed 3/5"));
  EXPECT_THAT(text, HasSubstr("learning_rate=0.1"));
}

TEST(RenderTable, DivergedRowsSayTheStepAndHaveNoNumbers) {
  RunFile run = training_run(1);
  TrainingRecord& t = run.training[0];
  t.outcome = Outcome::diverged;
  t.diverged_at = 88;
  t.final_loss.reset();
  t.seconds_per_epoch.reset();
  t.seconds_per_step.reset();
  t.examples_per_second.reset();
  const std::string text = render_table(run, {});
  EXPECT_THAT(text, HasSubstr("diverged at step 88"));
  EXPECT_THAT(text, HasSubstr("0 of 1"));
}

TEST(RenderTable, NoiseTable) {
  RunFile run;
  run.header = header_of("gradient-noise");
  run.noise = {noise_row(16), noise_row(1)};
  const std::string text = render_table(run, {});
  EXPECT_THAT(text, HasSubstr("deviation·√B"));
  EXPECT_THAT(text, HasSubstr("0.9950"));
  EXPECT_THAT(text, HasSubstr("no end record"));
}

TEST(RenderTable, EmptyRun) {
  RunFile run;
  EXPECT_THAT(render_table(run, {}), HasSubstr("nothing was measured"));
}

TEST(RenderMarkdown, TableAndEscapes) {
  RunFile run = block_width_run();
  run.measurements[0].kernel = "a|b<script>";
  const std::string text = render_markdown(run);
  EXPECT_THAT(text, HasSubstr("| kernel |"));
  EXPECT_THAT(text, HasSubstr("a\\|b&lt;script&gt;"));
  EXPECT_THAT(text, Not(HasSubstr("<script>")));
}

TEST(DisplayText, Widths) {
  EXPECT_EQ(display_width("abc"), 3U);
  EXPECT_EQ(display_width("±0.5%"), 5U);
  EXPECT_EQ(display_width("行列"), 4U);
  EXPECT_EQ(display_width("e\u0301"), 1U);
  EXPECT_EQ(display_width("\xff"), 1U);
  EXPECT_EQ(without_controls("a\tb\x7f"), "a\\tb\\x7f");
}

}  // namespace
}  // namespace sweepmark::host
