// The program as a user types it: plans, axes, errors, exit codes, outputs, resume, Ctrl-C.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>

#include "command.hpp"
#include "record/json.hpp"
#include "rows.hpp"

namespace sweepmark::test {
namespace {

using host::Outcome;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string test_plugin(const std::string& name) {
  return std::string(SWEEPMARK_TEST_PLUGIN_DIR) + "/" + name + ".swm.so";
}

struct ErrorCase {
  std::string name;
  std::vector<std::string> arguments;
  std::string said;
};
class UsageError : public testing::TestWithParam<ErrorCase> {};

TEST_P(UsageError, IsOneLineBeforeAnythingRuns) {
  const Workspace workspace;
  const auto result = workspace.run(GetParam().arguments);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr(GetParam().said));
  EXPECT_EQ(count(result.err, "\n"), 1) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_FALSE(std::filesystem::exists(workspace.path("results")));
}

INSTANTIATE_TEST_SUITE_P(
    All, UsageError,
    testing::Values(
        ErrorCase{"BlockWidthZero", {"run", "block-width", "-a", "block_width=0"}, "found 0"},
        ErrorCase{"BlockWidthNegative", {"run", "block-width", "-a", "block_width=-8"}, "-8"},
        ErrorCase{"UnknownAxis", {"run", "block-width", "-a", "blok_width=8"}, "block_width"},
        ErrorCase{"UnknownKernel", {"run", "--kernel", "gemm.cpu.tild"}, "gemm.cpu.tiled"},
        ErrorCase{"UnknownPlan", {"run", "blok-width"}, "block-width"},
        ErrorCase{"UnknownCommand", {"rum"}, "did you mean 'run'"},
        ErrorCase{"UnknownOption", {"run", "--fast"}, "--fast"},
        ErrorCase{"BadBudget", {"run", "--budget", "soon"}, "--budget: found 'soon'"},
        ErrorCase{"UnknownDtype", {"run", "block-width", "-a", "dtype=f31"}, "f31"},
        ErrorCase{"MissingReport", {"report", "none.jsonl"}, "none.jsonl"},
        ErrorCase{"MissingData", {"run", "training", "--data", "none.csv"}, "none.csv"}),
    [](const auto& info) { return info.param.name; });

TEST(Run, WritesTheTableAndThenThePath) {
  const Workspace workspace;
  const auto result = workspace.run(
      short_run({"--kernel", "gemm.cpu.*", "-a", "size=32", "-a", "threads=1", "-o", "run.jsonl"}));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(HasSubstr("gemm.cpu.tiled"), HasSubstr("GFLOP/s")));
  EXPECT_TRUE(result.out.ends_with("run.jsonl\n"));
  const auto run = host::read_run(workspace.path("run.jsonl"));
  for (const auto& m : run.measurements) {
    EXPECT_EQ(m.outcome, Outcome::measured) << m.id << m.reason.value_or("");
    EXPECT_EQ(m.samples_ns.size(), m.rounds.size());
    EXPECT_TRUE(m.median_ns && m.gflops && m.bound_error && m.empty_call_ns);
    EXPECT_LE(*m.bound_error, 1);
    EXPECT_THAT(m.reproduce, HasSubstr("sweepmark run --kernel " + m.kernel));
  }
}

TEST(Run, ReproduceCommandMeasuresTheSameCaseAlone) {
  const Workspace workspace;
  workspace.run(short_run({"--kernel", "gemm.cpu.tiled", "-a", "m=8", "-a", "n=5", "-a", "k=3",
                           "-a", "tile=4", "-a", "threads=1", "-o", "a.jsonl"}));
  const auto first = host::read_run(workspace.path("a.jsonl"));
  ASSERT_EQ(first.measurements.size(), 1U);
  std::vector<std::string> words;
  std::istringstream text(first.measurements[0].reproduce);
  for (std::string word; text >> word;) words.push_back(word);
  words.erase(words.begin(), words.begin() + 2);
  words.insert(words.end(), {"-o", "b.jsonl"});
  EXPECT_EQ(workspace.run(short_run(words)).exit_code, 0);
  const auto again = host::read_run(workspace.path("b.jsonl"));
  ASSERT_EQ(again.measurements.size(), 1U);
  EXPECT_EQ(again.measurements[0].hash, first.measurements[0].hash);
}

// 2*m*n*k over the time: 12 GFLOP/s at 1 ms; 4 would be m twice, 6 the 2 forgotten.
TEST(Run, ThroughputOfARectangle) {
  const Workspace workspace;
  const auto result = workspace.run(
      short_run({"--kernel", "*", "-a", "m=100", "-a", "n=200", "-a", "k=300", "-a", "threads=1",
                 "--plugin", test_plugin("test_one_millisecond"), "-o", "run.jsonl"}));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const auto run = host::read_run(workspace.path("run.jsonl"));
  ASSERT_EQ(run.measurements.size(), 1U);
  const auto& m = run.measurements[0];
  EXPECT_EQ(m.flops, 12e6);
  EXPECT_GE(*m.median_ns, 1e6);
  EXPECT_DOUBLE_EQ(*m.gflops, 12e6 / *m.median_ns);
}

TEST(Run, NoDepthKeepsTheRowWithoutARate) {
  const Workspace workspace;
  const auto result =
      workspace.run(short_run({"--kernel", "gemm.cpu.*", "--kernel", "gemm.blas.*", "-a", "m=2",
                               "-a", "n=3", "-a", "k=0", "-a", "threads=1", "-o", "run.jsonl"}));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const auto run = host::read_run(workspace.path("run.jsonl"));
  EXPECT_GE(run.measurements.size(), 5U);
  for (const auto& m : run.measurements) {
    EXPECT_EQ(m.outcome, Outcome::measured) << m.id << m.reason.value_or("");
    EXPECT_FALSE(m.gflops);
  }
  EXPECT_THAT(result.out, HasSubstr("n/a"));
}

TEST(Run, ThreadsOfThePlanBeatTheEnvironment) {
  const Workspace workspace;
  const auto result = workspace.run(short_run({"--kernel", "gemm.blas.full", "-a", "size=64", "-a",
                                               "threads=2", "-o", "run.jsonl"}),
                                    {{"OMP_NUM_THREADS", "8"}, {"OPENBLAS_NUM_THREADS", "8"}});
  if (result.exit_code == 1) GTEST_SKIP() << "built without a BLAS: " << result.err;
  const auto run = host::read_run(workspace.path("run.jsonl"));
  ASSERT_EQ(run.measurements.size(), 1U);
  EXPECT_LE(run.measurements[0].threads_used.value_or(99), 2);
}

TEST(Run, ExitCodeSixWhenAllIsUnsupported) {
  const Workspace workspace;
  const auto result =
      workspace.run(short_run({"--kernel", "*", "--plugin",
                               std::string(SWEEPMARK_BAD_PLUGIN_DIR) + "/bad_unsupported.swm.so"}));
  EXPECT_EQ(result.exit_code, 6);
}

TEST(Run, FilterThatMatchesNothing) {
  const Workspace workspace;
  EXPECT_EQ(workspace.run({"run", "--kernel", "gemm.cpu.row", "--filter", "none*"}).exit_code, 6);
}

TEST(Run, ListAndDryRunMeasureNothing) {
  const Workspace workspace;
  const auto list = workspace.run({"run", "block-width", "--list"});
  EXPECT_EQ(list.exit_code, 0);
  EXPECT_THAT(list.out, HasSubstr("gemm.cpu.column_block/m:256/n:256/k:256/dtype:f32/threads:1/"
                                  "block_width:64/cache:hot\n"));
  const auto dry = workspace.run({"run", "default", "--dry-run"});
  EXPECT_EQ(dry.exit_code, 0);
  EXPECT_THAT(dry.out, HasSubstr("cases"));
  EXPECT_FALSE(std::filesystem::exists(workspace.path("results")));
}

TEST(Run, InProcess) {
  const Workspace workspace;
  const auto result = workspace.run(
      short_run({"--in-process", "--kernel", "gemm.cpu.row", "-a", "size=16", "-o", "run.jsonl"}));
  EXPECT_EQ(result.exit_code, 0) << result.err;
}

TEST(Run, NewPluginIsAProject) {
  const Workspace workspace;
  EXPECT_EQ(workspace.run({"new-plugin", "my_first"}).exit_code, 0);
  EXPECT_THAT(read_file(workspace.path("my_first/my_first.cpp")), HasSubstr("SWEEPMARK_PLUGIN("));
  EXPECT_EQ(workspace.run({"new-plugin", "my_first"}).exit_code, 1);
  EXPECT_EQ(workspace.run({"new-plugin", "My Plugin"}).exit_code, 1);
}

TEST(Outputs, UnwritablePathsAreFoundBeforeAnythingIsTimed) {
  const Workspace workspace;
  const std::vector<std::string> run{"run", "--kernel", "gemm.cpu.row", "-a", "size=16"};
  const auto with = [&](const std::string& option, const std::string& path) {
    auto arguments = run;
    arguments.insert(arguments.end(), {option, path});
    return workspace.run(arguments);
  };
  const auto full = with("-o", "/dev/full");
  EXPECT_EQ(full.exit_code, 1);
  EXPECT_THAT(full.err, HasSubstr("No space left on device"));
  const auto folder = with("--gbench", workspace.path("none/here/r.json"));
  EXPECT_EQ(folder.exit_code, 1);
  EXPECT_THAT(folder.err, AllOf(HasSubstr("cannot write"), HasSubstr("No such file")));
  if (::geteuid() != 0) {
    ::mkdir(workspace.path("locked").c_str(), S_IRUSR | S_IXUSR);
    EXPECT_EQ(with("-o", workspace.path("locked/r.jsonl")).exit_code, 1);
  }
  const auto device = with("--gbench", "/dev/full");
  EXPECT_EQ(device.exit_code, 1);
  EXPECT_THAT(device.err, HasSubstr("No space left on device"));
}

TEST(Outputs, StandardOutputHoldsTheExportAlone) {
  const Workspace workspace;
  const auto result = workspace.run(
      short_run({"--kernel", "gemm.cpu.row", "-a", "size=16", "--json", "-o", "run.jsonl"}));
  EXPECT_EQ(result.exit_code, 0);
  const auto json = host::Json::parse(result.out);
  for (const char* name : {"run", "measurements", "training", "noise", "end", "analysis"})
    EXPECT_TRUE(json.contains(name)) << name;
  const auto csv = workspace.run({"report", "run.jsonl", "--csv", "out.csv"});
  EXPECT_EQ(csv.exit_code, 0);
  EXPECT_THAT(read_file(workspace.path("out.csv")), HasSubstr("gemm.cpu.row"));
}

TEST(Resume, AfterKillKeepsFinishedRowsAndMeasuresTheRest) {
  const Workspace workspace;
  const auto arguments = short_run({"--kernel", "gemm.cpu.*", "-a", "size=8,16,24,32,40,48", "-a",
                                    "threads=1", "--quiet", "-o", "run.jsonl"});
  const auto killed = workspace.run_while(arguments, [&](pid_t pid) {
    EXPECT_TRUE(wait_for_lines(workspace.path("run.jsonl"), "\"measurement\"", 3, 60));
    ::kill(pid, SIGKILL);
  });
  EXPECT_EQ(killed.exit_code, 128 + SIGKILL);
  const auto before = host::read_run(workspace.path("run.jsonl"));
  EXPECT_FALSE(before.end);
  ASSERT_GE(before.measurements.size(), 3U);

  const auto resumed = workspace.run({"run", "--resume", "run.jsonl", "--quiet"});
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  const auto after = host::read_run(workspace.path("run.jsonl"));
  EXPECT_TRUE(after.end && after.end->complete);
  const auto list = workspace.run({"run", "--kernel", "gemm.cpu.*", "-a", "size=8,16,24,32,40,48",
                                   "-a", "threads=1", "--list"});
  EXPECT_EQ(static_cast<int>(after.measurements.size()), count(list.out, "\n"));
  for (std::size_t i = 0; i < before.measurements.size(); ++i) {
    EXPECT_EQ(after.measurements[i].hash, before.measurements[i].hash);
    EXPECT_EQ(after.measurements[i].samples_ns, before.measurements[i].samples_ns);
  }
  EXPECT_EQ(count(read_file(workspace.path("run.jsonl")), "\"record\":\"end\""), 1);
}

TEST(Interrupt, FinishesTheSampleAndMarksTheRunIncomplete) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const Workspace workspace;
    const auto result = workspace.run_while(
        short_run({"--kernel", "gemm.cpu.row", "-a", "size=[4:400:4]", "-a", "threads=1", "-o",
                   "run.jsonl"}),
        [&](pid_t pid) {
          EXPECT_TRUE(wait_for_lines(workspace.path("run.jsonl"), "\"measurement\"", 4, 60));
          ::kill(pid, signal);
        });
    EXPECT_EQ(result.exit_code, 130);
    const auto run = host::read_run(workspace.path("run.jsonl"));
    EXPECT_GE(run.measurements.size(), 4U);
    EXPECT_LT(run.measurements.size(), 100U);
    ASSERT_TRUE(run.end);
    EXPECT_FALSE(run.end->complete);
  }
}

TEST(Training, MissingDataIsSaidInTheFirstLine) {
  const Workspace workspace;
  const auto result =
      workspace.run(short_run({"minibatch-race", "-a", "seed=0", "-o", "run.jsonl"}));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out.substr(0, result.out.find('\n')), HasSubstr("SYNTHETIC DATA"));
  const auto run = host::read_run(workspace.path("run.jsonl"));
  ASSERT_GE(run.training.size(), 4U);
  for (const auto& t : run.training) {
    if (t.outcome == Outcome::unsupported) continue;  // a device that is not there
    EXPECT_EQ(t.outcome, Outcome::measured) << t.reason.value_or("");
    ASSERT_TRUE(t.ledger);
    EXPECT_TRUE(t.seconds_per_step && t.final_loss);
  }
}

TEST(Training, ReproduceCommandMeasuresTheSameCaseAlone) {
  const Workspace workspace;
  workspace.run(short_run({"minibatch-race", "-a", "seed=3", "--filter",
                           "training/*gradient.cpu.*batch_size:100/*", "-o", "a.jsonl"}));
  const auto first = host::read_run(workspace.path("a.jsonl"));
  ASSERT_EQ(first.training.size(), 1U);
  std::vector<std::string> words;
  std::istringstream text(first.training[0].reproduce);
  for (std::string word; text >> word;) words.push_back(word);
  words.erase(words.begin(), words.begin() + 2);
  words.insert(words.end(), {"-o", "b.jsonl"});
  const auto result = workspace.run(short_run(words));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const auto again = host::read_run(workspace.path("b.jsonl"));
  ASSERT_EQ(again.training.size(), 1U);
  EXPECT_EQ(again.training[0].hash, first.training[0].hash);
  EXPECT_EQ(again.training[0].final_loss, first.training[0].final_loss);
}

}  // namespace
}  // namespace sweepmark::test
