#include <gmock/gmock.h>

#include "base/error.hpp"
#include "store/store.hpp"
#include "store_samples.hpp"

namespace sweepmark::host {
namespace {
using testing::HasSubstr;

TEST_F(StoreTest, WritesOneCompactObjectALineAndReadsItBack) {
  const std::string path = file("new/folder/run.jsonl");
  {
    auto writer = StoreWriter::create(path);
    EXPECT_EQ(writer->path(), path);
    writer->write(sample_header());
    writer->write(sample_measurement("a", 100));
    // Flushed per record: readable while the writer lives.
    EXPECT_EQ(read_run(path).measurements.size(), 1U);
    writer->write(RunEnd{true, {{"measured", 1}}, 2.5});
  }
  const RunFile run = read_run(path);
  EXPECT_EQ(run.header.plan, "trial");
  ASSERT_EQ(run.measurements.size(), 1U);
  EXPECT_EQ(run.measurements[0].samples_ns, sample_measurement("a", 100).samples_ns);
  ASSERT_TRUE(run.end);
  EXPECT_TRUE(run.end->complete);
  const std::string text = text_of(path);
  EXPECT_TRUE(text.starts_with("{\"record\":\"run\",\"schema\":1,"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3);
}

TEST_F(StoreTest, NeverOverwritesARun) {
  const std::string path = write_text("run.jsonl", "precious\n");
  EXPECT_THAT(error_of([&] { StoreWriter::create(path); }), HasSubstr("already holds 9 bytes"));
  EXPECT_EQ(text_of(path), "precious\n");
}

TEST_F(StoreTest, FolderThatCannotBeMadeIsNamedWithTheSystemsWords) {
  EXPECT_EQ(error_of([] { StoreWriter::create("/proc/none/here/r.jsonl"); }),
            "cannot write /proc/none/here/r.jsonl: No such file or directory");
  const std::string under_a_file = write_text("plain", "x") + "/r.jsonl";
  EXPECT_EQ(error_of([&] { StoreWriter::create(under_a_file); }),
            "cannot write " + under_a_file + ": Not a directory");
}

TEST_F(StoreTest, ReadOnlyFolder) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  std::filesystem::permissions(
      file("."), std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  EXPECT_THAT(error_of([&] { StoreWriter::create(file("r.jsonl")); }),
              HasSubstr("Permission denied"));
}

TEST_F(StoreTest, FullDiskIsSaid) {
  const std::string message = error_of([] {
    auto writer = StoreWriter::create("/dev/full");
    writer->write(sample_header());
  });
  EXPECT_EQ(message, "cannot write /dev/full: No space left on device");
}

TEST_F(StoreTest, ResumeDropsTheCutLineAndTheEndAndKeepsTheRestByteForByte) {
  const std::string path = file("run.jsonl");
  {
    auto writer = StoreWriter::create(path);
    writer->write(sample_header());
    writer->write(sample_measurement("a", 100));
  }
  const std::string kept = text_of(path);
  for (const std::string& tail :
       {std::string(R"({"record":"measurement","id":"b",)"),
        std::string(
            "{\"record\":\"end\",\"complete\":false,\"counts\":{},\"wall_seconds\":1}\n")}) {
    std::ofstream(path, std::ios::binary) << kept << tail;
    StoreWriter::resume(path).reset();
    EXPECT_EQ(text_of(path), kept);
  }
  {
    auto writer = StoreWriter::resume(path);
    writer->write(sample_measurement("b", 50));
    writer->write(RunEnd{true, {}, 1});
  }
  const RunFile run = read_run(path);
  EXPECT_EQ(run.measurements.size(), 2U);
  EXPECT_TRUE(run.end->complete);
}

TEST_F(StoreTest, ResumeKeepsALastLineThatOnlyLacksItsLineBreak) {
  const std::string path = file("run.jsonl");
  {
    auto writer = StoreWriter::create(path);
    writer->write(sample_header());
    writer->write(sample_measurement("a", 100));
  }
  const std::string whole = text_of(path);
  std::ofstream(path, std::ios::binary) << whole.substr(0, whole.size() - 1);
  StoreWriter::resume(path).reset();
  EXPECT_EQ(text_of(path), whole);
}

TEST_F(StoreTest, ResumeRefusesWhatIsNoRun) {
  EXPECT_THAT(error_of([&] { StoreWriter::resume(file("none.jsonl")); }),
              HasSubstr("No such file or directory"));
  EXPECT_THAT(error_of([&] { StoreWriter::resume(write_text("e.jsonl", "")); }),
              HasSubstr("e.jsonl:1:1: found an empty file"));
  EXPECT_THAT(error_of([&] { StoreWriter::resume(write_text("o.jsonl", "{}\n")); }),
              HasSubstr("o.jsonl:1:1: found no run record"));
}

TEST_F(StoreTest, DefaultPathIsSafeAndNew) {
  const auto old = std::filesystem::current_path();
  std::filesystem::current_path(file("."));
  const std::string path = default_store_path(sample_header());
  EXPECT_EQ(path, "results/20260824T101112Z-box_one-trial.jsonl");
  StoreWriter::create(path)->write(sample_header());
  EXPECT_EQ(default_store_path(sample_header()), "results/20260824T101112Z-box_one-trial-2.jsonl");
  std::filesystem::current_path(old);
}

}  // namespace
}  // namespace sweepmark::host
