#include <gmock/gmock.h>

#include <limits>

#include "record/json.hpp"
#include "report_samples.hpp"
#include "reports/report.hpp"

namespace sweepmark::host {
namespace {

TEST(RenderJson, OneStrictObject) {
  RunFile run = block_width_run();
  run.noise = {noise_row(1)};
  run.training = {training_row(10, 0, 0.25, 1000)};
  const Json json = Json::parse(render_json(run));  // strict: throws on NaN
  EXPECT_EQ(json["run"]["schema"], 1);
  EXPECT_EQ(json["measurements"].size(), 9U);
  EXPECT_EQ(json["measurements"][0]["samples_ns"].size(), 24U);
  EXPECT_EQ(json["training"].size(), 1U);
  EXPECT_EQ(json["noise"].size(), 1U);
  EXPECT_EQ(json["end"]["complete"], true);
}

TEST(RenderJson, NonFiniteIsNull) {
  // Case 44.
  RunFile run = training_run(1);
  run.training[0].outcome = Outcome::diverged;
  run.training[0].final_loss = std::numeric_limits<double>::infinity();
  run.training[0].curve.push_back({3000, 1.0, std::numeric_limits<double>::quiet_NaN()});
  run.end.reset();
  const Json json = Json::parse(render_json(run));
  EXPECT_TRUE(json["training"][0]["final_loss"].is_null());
  EXPECT_TRUE(json["training"][0]["curve"].back()["loss"].is_null());
  EXPECT_EQ(json["training"][0]["outcome"], "diverged");
  EXPECT_TRUE(json["end"].is_null());
}

TEST(RenderGbench, RepetitionsShape) {
  RunFile run = block_width_run();
  run.measurements[0].outcome = Outcome::failed;
  run.measurements[0].reason = "lost";
  const Json json = Json::parse(render_gbench(run, GbenchShape::repetitions));
  EXPECT_TRUE(json["context"]["caches"].is_array());
  EXPECT_EQ(json["context"]["json_schema_version"], 1);
  EXPECT_EQ(json["benchmarks"].size(), 8U * 24);
  for (const auto& row : json["benchmarks"]) {
    EXPECT_EQ(row["time_unit"], "ns");
    EXPECT_EQ(row["run_type"], "iteration");
    EXPECT_TRUE(row["real_time"].is_number());
    EXPECT_TRUE(row["name"].get<std::string>().ends_with("/real_time"));
    EXPECT_FALSE(row.contains("bytes_per_second"));
  }
  EXPECT_EQ(json["benchmarks"][1]["repetition_index"], 1);
  ASSERT_EQ(json["sweepmark_without_time"].size(), 1U);
  EXPECT_EQ(json["sweepmark_without_time"][0]["reason"], "lost");
}

TEST(RenderGbench, MedianShapeHasOneRowAName) {
  const RunFile run = block_width_run();
  const Json json = Json::parse(render_gbench(run, GbenchShape::median));
  ASSERT_EQ(json["benchmarks"].size(), 9U);
  EXPECT_EQ(json["benchmarks"][3]["real_time"], *run.measurements[3].median_ns);
}

}  // namespace
}  // namespace sweepmark::host
