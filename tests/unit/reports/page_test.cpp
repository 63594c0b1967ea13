// The HTML page and the comparison's forms, as text; a browser opens the page in end_to_end/html.
#include <gmock/gmock.h>

#include <limits>

#include "record/json.hpp"
#include "report_samples.hpp"
#include "reports/report.hpp"

namespace sweepmark::host {
namespace {
using testing::HasSubstr;
using testing::Not;

/// The data the page's script draws from.
Json page_data(const std::string& page) {
  const std::string open = "id=\"report-data\">";
  const auto start = page.find(open) + open.size();
  return Json::parse(page.substr(start, page.find("</script>", start) - start));
}

TEST(RenderHtml, SelfContainedWithChartsTablesAndCommands) {
  const std::string page = render_html({block_width_run()});
  EXPECT_THAT(page, Not(HasSubstr("src=\"http")));
  EXPECT_THAT(page, Not(HasSubstr("href=\"http")));
  EXPECT_THAT(page, HasSubstr("data-command=\"sweepmark run --filter"));
  EXPECT_THAT(page, HasSubstr("a block call costs"));
}

TEST(RenderHtml, ChartsOfABlockWidthRun) {
  const Json data = page_data(render_html({block_width_run()}));
  ASSERT_GE(data["charts"].size(), 2U);
  EXPECT_THAT(data["charts"][0]["title"].get<std::string>(), HasSubstr("over block width"));
  EXPECT_EQ(data["charts"][0]["series"].size(), 5U);  // the blocked kernel and four references
  EXPECT_THAT(data["charts"][1]["title"].get<std::string>(), HasSubstr("Roofline"));
  EXPECT_EQ(data["strips"].size(), 9U);
}

TEST(RenderHtml, TrainingCharts) {
  RunFile run = training_run();
  run.noise = {noise_row(1), noise_row(16)};
  const Json data = page_data(render_html({run}));
  ASSERT_EQ(data["charts"].size(), 4U);
  EXPECT_EQ(data["charts"][0]["x_log"], true);
  EXPECT_EQ(data["charts"][0]["series"].size(), 5U);
}

TEST(RenderHtml, NamesAreEscaped) {
  RunFile run = block_width_run();
  run.measurements[0].kernel = "<script>alert(1)</script>";
  run.measurements[0].id = "</script><script>alert(2)</script>";
  const std::string page = render_html({run});
  EXPECT_THAT(page, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;"));
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
}

TEST(RenderHtml, NonFiniteNeverReachesThePage) {
  // Case 44.
  RunFile run = training_run(1);
  run.training[0].curve[2].loss = std::numeric_limits<double>::infinity();
  run.training[0].curve[3].loss.reset();
  run.training[0].outcome = Outcome::diverged;
  const std::string page = render_html({run});
  page_data(page);  // throws when it is not strict JSON
}

TEST(RenderHtml, SeveralRunsAreOneSeriesAMachine) {
  RunFile other = block_width_run(3000, 80);
  other.header.environment.host = "laptop";
  const Json data = page_data(render_html({block_width_run(), other}));
  std::vector<std::string> names;
  for (const auto& series : data["charts"][0]["series"])
    names.push_back(series["name"].get<std::string>());
  EXPECT_THAT(names, testing::Contains("box: gemm.blas.column_block"));
  EXPECT_THAT(names, testing::Contains("laptop: gemm.blas.column_block"));
}

TEST(RenderHtml, LargeRunsAreThinnedWithANote) {
  RunFile run;
  run.header = header_of("large");
  for (int i = 0; i < 2100; ++i)
    run.measurements.push_back(gemm_row("k" + std::to_string(i), 16 + i % 7, {}, 1000, 2));
  const std::string page = render_html({run});
  EXPECT_THAT(page, HasSubstr("Thinned"));
  EXPECT_LT(page.size(), 6U << 20);
}

TEST(RenderHtml, HistoryPage) {
  std::vector<RunFile> runs;
  for (int i = 0; i < 6; ++i) {
    runs.push_back(block_width_run());
    runs.back().header.started = "2026-08-1" + std::to_string(i);
  }
  const Json data = page_data(render_html(find_histories(runs, "gemm.blas.full")));
  EXPECT_EQ(data["charts"].size(), 1U);
}

TEST(RenderComparison, AllForms) {
  RunFile contender = block_width_run(2000, 66);
  contender.header.environment.host = "laptop";
  contender.measurements.pop_back();
  const Comparison c = compare_runs(block_width_run(), contender, {});
  const std::string text = render_table(c, {});
  EXPECT_THAT(text, HasSubstr("noise floor"));
  EXPECT_THAT(text, HasSubstr("differs: host: box / laptop"));
  EXPECT_THAT(text, HasSubstr("only in the baseline"));
  EXPECT_THAT(text, HasSubstr("faster"));
  const Json json = Json::parse(render_json(c));
  EXPECT_EQ(json["rows"].size(), 8U);
  for (const char* field : {"id", "ratio", "interval", "verdict"})
    EXPECT_TRUE(json["rows"][0].contains(field)) << field;
  EXPECT_TRUE(json["noise_floor"].is_number());
  EXPECT_TRUE(json["geomean"].is_number());
  EXPECT_EQ(json["incomparable"][0]["reason"], "only in the baseline");
  EXPECT_THAT(render_csv(c), HasSubstr("incomparable"));
  EXPECT_THAT(render_markdown(c), HasSubstr("| case |"));
}

TEST(RenderTable, ABaselineAddsRatiosAndVerdicts) {
  const RunFile run = block_width_run();
  const Comparison c = compare_inside(run, "gemm.blas.full", {});
  EXPECT_THAT(render_table(run, {}, &c), HasSubstr("vs baseline"));
  EXPECT_THAT(render_csv(run, &c), HasSubstr(",slower"));
  EXPECT_TRUE(Json::parse(render_json(run, &c))["analysis"].contains("baseline"));
}

TEST(RenderDispatchTable, HeaderAndJson) {
  const RunFile run = size_run();
  const std::string header = render_dispatch_table(run, DispatchFormat::cpp_header);
  EXPECT_THAT(header, HasSubstr("inline constexpr Entry table[]"));
  EXPECT_THAT(header, HasSubstr("1024, 1024, 1024, \"gemm.test.large\""));
  const Json json = Json::parse(render_dispatch_table(run, DispatchFormat::json));
  EXPECT_EQ(json["dispatch"][0]["entries"].size(), 9U);
}

TEST(RenderTable, WordsUnderTheTables) {
  const std::string text = render_table(block_width_run(9000, 60), {});
  EXPECT_THAT(text, HasSubstr("a block call costs"));
  EXPECT_THAT(text, HasSubstr("the remainder"));
  EXPECT_THAT(render_table(size_run(), {}), HasSubstr("takes over from"));
  EXPECT_THAT(render_table(size_run(), {}), HasSubstr("Cliff: gemm.test.large"));
  EXPECT_THAT(render_table(training_run(), {}), HasSubstr("critical batch size"));
}

}  // namespace
}  // namespace sweepmark::host
