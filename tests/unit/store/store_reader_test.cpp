#include <gmock/gmock.h>

#include "base/error.hpp"
#include "record/json.hpp"
#include "store/store.hpp"
#include "store_samples.hpp"

namespace sweepmark::host {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;

std::string header_line() { return to_line(to_json(sample_header())) + "\n"; }
std::string row_line(const Measurement& m) { return to_line(to_json(m)) + "\n"; }

TEST_F(StoreTest, CutLastLineIsDroppedWithANote) {
  const std::string row = row_line(sample_measurement("a", 100));
  const std::string path =
      write_text("cut.jsonl", header_line() + row + row.substr(0, row.size() / 2));
  const RunFile run = read_run(path);
  EXPECT_EQ(run.measurements.size(), 1U);
  EXPECT_FALSE(run.end);
  EXPECT_THAT(run.notes, ElementsAre(path + ":3: the last line is cut and was dropped"));
}

TEST_F(StoreTest, BrokenLineInTheMiddleIsAnErrorWithItsPlace) {
  const std::string row = row_line(sample_measurement("a", 100));
  const std::string path =
      write_text("broken.jsonl", header_line() + "{\"record\" \"measurement\"}\n" + row);
  const std::string message = error_of([&] { read_run(path); });
  EXPECT_THAT(message, HasSubstr(path + ":2:"));
  EXPECT_THAT(message, HasSubstr("syntax error"));
}

TEST_F(StoreTest, MissingFieldAndUnknownRecordNameTheLine) {
  EXPECT_THAT(error_of([&] {
                read_run(write_text("f.jsonl", header_line() + "{\"record\":\"measurement\"}\n"));
              }),
              HasSubstr("f.jsonl:2:1: field 'id' is missing"));
  EXPECT_THAT(
      error_of([&] { read_run(write_text("r.jsonl", header_line() + "{\"record\":\"tea\"}\n")); }),
      HasSubstr("r.jsonl:2:1: found record 'tea', expected run"));
}

TEST_F(StoreTest, OtherSchemaIsRefused) {
  const std::string path = write_text("s.jsonl", "{\"record\":\"run\",\"schema\":7}\n");
  EXPECT_EQ(error_of([&] { read_run(path); }), path + ":1:1: found schema 7, expected 1");
}

TEST_F(StoreTest, EmptyMissingFolderAndForeignFiles) {
  EXPECT_THAT(error_of([&] { read_run(write_text("empty.json", "")); }),
              HasSubstr("empty.json:1:1: found an empty file (0 bytes)"));
  EXPECT_THAT(error_of([&] { read_run(file("none.json")); }),
              HasSubstr("none.json: No such file or directory"));
  EXPECT_THAT(error_of([&] { read_run(file(".")); }), HasSubstr("found a folder"));
  EXPECT_THAT(error_of([&] { read_run(write_text("x.json", "{\"a\":1}")); }),
              HasSubstr("without 'benchmarks' or 'run'"));
  EXPECT_THAT(error_of([&] { read_run(write_text("t.txt", "hello")); }),
              HasSubstr("t.txt:1:1: syntax error"));
}

TEST_F(StoreTest, OfTwoRecordsWithOneHashTheLastCounts) {
  Measurement first = sample_measurement("a", 100);
  first.stopped_by = StoppedBy::interrupted;
  const Measurement other = sample_measurement("b", 70);
  const std::string path =
      write_text("twice.jsonl", header_line() + row_line(first) + row_line(other) +
                                    row_line(sample_measurement("a", 200)));
  const RunFile run = read_run(path);
  ASSERT_EQ(run.measurements.size(), 2U);
  EXPECT_EQ(run.measurements[0].samples_ns[0], 200);
  EXPECT_EQ(run.measurements[1].kernel, "b");
}

TEST_F(StoreTest, InterruptedRowsAreMeasuredAgain) {
  RunFile run;
  run.measurements = {sample_measurement("a", 1), sample_measurement("b", 1)};
  run.measurements[0].stopped_by = StoppedBy::interrupted;
  EXPECT_THAT(finished_hashes(run), ElementsAre(run.measurements[1].hash));
}

TEST_F(StoreTest, ManyLinesKeepTheirOrder) {
  std::string text = header_line();
  for (int i = 0; i < 800; ++i) text += row_line(sample_measurement("k" + std::to_string(i), 10));
  const RunFile run = read_run(write_text("many.jsonl", text));
  ASSERT_EQ(run.measurements.size(), 800U);
  for (std::size_t i = 0; i < 800; ++i)
    ASSERT_EQ(run.measurements[i].kernel, "k" + std::to_string(i));
}

}  // namespace
}  // namespace sweepmark::host
