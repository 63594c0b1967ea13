// Every public result file under shared/cases/gbench_json, and the ways such files break.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "store/json_text.hpp"
#include "store/store.hpp"
#include "store_samples.hpp"

namespace sweepmark::host {
namespace {
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

std::string shared_file(const std::string& name) {
  return std::string(SWEEPMARK_SOURCE_DIR) + "/../shared/cases/gbench_json/" + name;
}

#define SKIP_WITHOUT(path) \
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not on this machine"

const Measurement& row(const RunFile& run, const std::string& id) {
  const auto it = std::find_if(run.measurements.begin(), run.measurements.end(),
                               [&](const Measurement& m) { return m.id == id; });
  if (it == run.measurements.end()) throw std::runtime_error("no row " + id);
  return *it;
}

TEST_F(StoreTest, EveryPublicFileIsReadAndHoldsNoNonFiniteTime) {
  SKIP_WITHOUT(shared_file("INDEX.md"));
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(shared_file(""))) {
    if (entry.path().extension() != ".json") continue;
    if (entry.path().filename() == "deb171_empty_nomatch.json") continue;
    ++files;
    const RunFile run = read_run(entry.path().string());
    EXPECT_FALSE(run.measurements.empty()) << entry.path();
    for (const auto& m : run.measurements) {
      for (const double sample : m.samples_ns) EXPECT_TRUE(std::isfinite(sample)) << m.id;
      EXPECT_EQ(m.operation, imported_operation);
      EXPECT_EQ(m.outcome == Outcome::measured, m.median_ns.has_value()) << m.id;
    }
  }
  EXPECT_EQ(files, 13);
}

TEST_F(StoreTest, ZeroByteFileIsAnError) {
  const std::string path = shared_file("deb171_empty_nomatch.json");
  SKIP_WITHOUT(path);
  EXPECT_THAT(error_of([&] { read_run(path); }), HasSubstr(path + ":1:1: found an empty file"));
}

TEST_F(StoreTest, RepetitionsAreSamplesInNanoseconds) {
  const std::string path = shared_file("deb171_rep3.json");
  SKIP_WITHOUT(path);
  const RunFile run = read_run(path);
  const auto& m = row(run, "BM_gemm/n:8/block:4");
  EXPECT_EQ(m.samples_ns.size(), 3U);
  EXPECT_NEAR(m.samples_ns[0], 282.33922794601907, 1e-9);
  EXPECT_EQ(as_integer(m.tuning.at("block"), "block"), 4);
  EXPECT_THAT(m.notes, Contains("label: n=\"quoted\", comma; caf\u00e9"));
  for (const auto& each : run.measurements) {
    EXPECT_FALSE(each.id.ends_with("_BigO")) << each.id;
    EXPECT_FALSE(each.id.ends_with("_cv")) << each.id;
  }
  EXPECT_EQ(std::count_if(run.notes.begin(), run.notes.end(),
                          [](const auto& n) { return n.find("debug") != std::string::npos; }),
            1);
}

TEST_F(StoreTest, AggregatesAloneGiveAMedianWithoutSamples) {
  const std::string path = shared_file("deb171_rep3_aggonly.json");
  SKIP_WITHOUT(path);
  const RunFile run = read_run(path);
  const auto& m = row(run, "BM_gemm/n:8/block:4");
  EXPECT_TRUE(m.samples_ns.empty());
  EXPECT_NEAR(m.median_ns.value(), 444.24277889239289, 1e-9);
  EXPECT_THAT(m.notes, Contains(HasSubstr("no samples")));
}

TEST_F(StoreTest, ErrorsAndNonFiniteTokens) {
  const std::string path = shared_file("deb171_norep.json");
  SKIP_WITHOUT(path);
  const RunFile run = read_run(path);
  EXPECT_THAT(run.notes, Contains(HasSubstr("NaN or Infinity tokens")));
  const auto& failed = row(run, "BM_errmid/iterations:10");
  EXPECT_EQ(failed.outcome, Outcome::failed);
  EXPECT_EQ(failed.reason, "plugin lost device");
  EXPECT_TRUE(failed.samples_ns.empty());
  // seconds became nanoseconds
  EXPECT_NEAR(row(run, "BM_sec/iterations:2/process_time/real_time").median_ns.value(),
              5.1398340000332610e6, 1e-3);
  const RunFile errors = read_run(shared_file("deb171_err.json"));
  EXPECT_EQ(row(errors, "BM_err/0").reason,
            "verification failed: max |diff| = 3.1e-2 > tol \"1e-4\"");
}

TEST_F(StoreTest, AbsentIsUnknownNotFalse) {
  SKIP_WITHOUT(shared_file("gb_test4_run.json"));
  const RunFile no_context = read_run(shared_file("gb_test4_run.json"));
  EXPECT_FALSE(no_context.header.environment.governor);
  EXPECT_FALSE(no_context.header.environment.aslr);
  EXPECT_EQ(no_context.header.environment.host, "");
  for (const auto& m : no_context.measurements)
    EXPECT_EQ(m.outcome, Outcome::skipped) << "rows without a time: " << m.id;
  const RunFile femtolog = read_run(shared_file("femtolog_2025_v194_rep5.json"));
  EXPECT_EQ(femtolog.header.environment.aslr, false);
  EXPECT_EQ(femtolog.header.environment.caches.size(), 4U);
}

TEST_F(StoreTest, ScalingOnWarns) {
  const RunFile run = read_run(write_text(
      "scaling.json",
      R"({"context":{"cpu_scaling_enabled":true},"benchmarks":[{"name":"a","real_time":1,"time_unit":"ns"}]})"));
  EXPECT_THAT(run.notes, Contains(HasSubstr("scaling was on")));
}

TEST_F(StoreTest, MissingCommaAndCutFileNameTheirPlace) {
  // Case 57: a missing comma after "threads".
  const std::string path = write_text(
      "comma.json",
      "{\n \"benchmarks\": [\n  {\"name\": \"a\",\n   \"threads\": 1\n   \"real_time\": 1}]}\n");
  EXPECT_THAT(error_of([&] { read_run(path); }), HasSubstr(path + ":5:"));
  const std::string good = shared_file("deb171_rep3.json");
  SKIP_WITHOUT(good);
  const std::string text = text_of(good);
  const std::string cut = write_text("cut.json", text.substr(0, text.size() / 2));
  const std::string message = error_of([&] { read_run(cut); });
  EXPECT_THAT(message, HasSubstr(cut + ":"));
  EXPECT_THAT(message, HasSubstr("syntax error"));
}

TEST_F(StoreTest, UnknownUnitIsNamed) {
  const std::string path = write_text(
      "unit.json", R"({"benchmarks":[{"name":"a","real_time":1,"time_unit":"fortnight"}]})");
  EXPECT_EQ(error_of([&] { read_run(path); }),
            path + ": benchmarks[0]: found time_unit 'fortnight', expected ps, ns, us, ms or s");
}

TEST(BlankNonFiniteTokens, OnlyOutsideStringsAndWithoutMovingAnything) {
  const std::string text = R"({"a":NaN,"b":-Infinity,"NaN":"in \"NaN\" \\","c":inf,"d":true})";
  const LenientText lenient = blank_non_finite_tokens(text);
  EXPECT_EQ(lenient.text.size(), text.size());
  EXPECT_EQ(lenient.tokens_blanked, 3U);
  const Json json = Json::parse(lenient.text);
  EXPECT_EQ(json["NaN"], "in \"NaN\" \\");
  EXPECT_EQ(json["d"], true);
}

}  // namespace
}  // namespace sweepmark::host
