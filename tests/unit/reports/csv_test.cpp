#include <gmock/gmock.h>

#include <clocale>

#include "report_samples.hpp"
#include "reports/report.hpp"

namespace sweepmark::host {
namespace {

/// RFC 4180 read back: records of fields.
std::vector<std::vector<std::string>> read_csv(const std::string& text) {
  std::vector<std::vector<std::string>> records{{""}};
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string& field = records.back().back();
    if (quoted) {
      if (text[i] != '"')
        field += text[i];
      else if (i + 1 < text.size() && text[i + 1] == '"')
        field += text[++i];
      else
        quoted = false;
    } else if (text[i] == '"') {
      quoted = true;
    } else if (text[i] == ',') {
      records.back().emplace_back();
    } else if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') {
      ++i;
      records.emplace_back(1, "");
    } else {
      field += text[i];
    }
  }
  records.pop_back();
  return records;
}

std::string field(const std::vector<std::vector<std::string>>& records, std::size_t row,
                  const std::string& column) {
  for (std::size_t c = 0; c < records[0].size(); ++c)
    if (records[0][c] == column) return records[row][c];
  return "no column " + column;
}

TEST(RenderCsv, NamesWithCommasQuotesAndLineBreaksComeBack) {
  // Case 45.
  RunFile run = block_width_run();
  run.measurements[0].kernel = "tmpl<float, double> \"x\"";
  run.measurements[0].notes = {"a label\nwith a line break"};
  const auto records = read_csv(render_csv(run));
  ASSERT_EQ(records.size(), 10U);
  for (const auto& record : records) EXPECT_EQ(record.size(), records[0].size());
  EXPECT_EQ(field(records, 1, "kernel"), "tmpl<float, double> \"x\"");
  EXPECT_EQ(field(records, 1, "notes"), "a label\nwith a line break");
}

TEST(RenderCsv, ValuesStandInTheirColumns) {
  const auto records = read_csv(render_csv(block_width_run()));
  EXPECT_EQ(field(records, 5, "kernel"), "gemm.blas.column_block");
  EXPECT_EQ(field(records, 5, "block_width"), "1");
  EXPECT_EQ(field(records, 5, "m"), "256");
  EXPECT_EQ(field(records, 5, "dtype"), "f32");
  EXPECT_EQ(field(records, 5, "samples"), "24");
  EXPECT_EQ(field(records, 5, "stopped_by"), "interval");
  EXPECT_EQ(field(records, 5, "bound_error"), "0.04");
  EXPECT_EQ(field(records, 5, "dataset"), "");
  EXPECT_TRUE(field(records, 5, "reproduce").starts_with("sweepmark run"));
}

TEST(RenderCsv, TrainingAndNoiseShareTheColumns) {
  RunFile run = training_run(1);
  run.noise = {noise_row(4)};
  const auto records = read_csv(render_csv(run));
  ASSERT_EQ(records.size(), 7U);
  for (const auto& record : records) EXPECT_EQ(record.size(), records[0].size());
  EXPECT_EQ(field(records, 1, "record"), "training");
  EXPECT_EQ(field(records, 1, "hyperparameters"), "learning_rate=0.1");
  EXPECT_EQ(field(records, 1, "final_loss"), "0.244");
  EXPECT_EQ(field(records, 6, "bias"), "0.01;-0.02");
  EXPECT_EQ(field(records, 6, "theory_sqrt_b"), "2");
}

TEST(RenderCsv, DotsWhateverTheLocale) {
  // Case 46.
  const char* old = std::setlocale(LC_ALL, nullptr);
  const std::string saved = old ? old : "C";
  if (!std::setlocale(LC_ALL, "de_DE.UTF-8")) GTEST_SKIP() << "locale de_DE.UTF-8 not installed";
  const auto records = read_csv(render_csv(block_width_run()));
  std::setlocale(LC_ALL, saved.c_str());
  EXPECT_EQ(field(records, 1, "bound_error"), "0.04");
}

TEST(RenderCsv, AbsentIsEmptyNeverZeroOrNan) {
  RunFile run = block_width_run();
  run.measurements[0].outcome = Outcome::failed;
  run.measurements[0].median_ns = std::nan("");
  run.measurements[0].gflops.reset();
  const auto records = read_csv(render_csv(run));
  EXPECT_EQ(field(records, 1, "median_ns"), "");
  EXPECT_EQ(field(records, 1, "gflops"), "");
}

}  // namespace
}  // namespace sweepmark::host
