// Every misbehaving plugin costs its own row or verdict; its neighbour is measured all the same.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "command.hpp"
#include "rows.hpp"

namespace sweepmark::test {
namespace {

using host::Outcome;
using testing::HasSubstr;

std::string bad(const std::string& name) {
  return std::string(SWEEPMARK_BAD_PLUGIN_DIR) + "/" + name + ".swm.so";
}
const std::string good = std::string(SWEEPMARK_PLUGIN_DIR) + "/gemm_cpu.swm.so";

struct RowCase {
  std::string plugin, kernel;
  Outcome outcome;
  std::string reason;  // part of the reason, or of a note of a measured row
  int exit_code;
};

class BadRow : public testing::TestWithParam<RowCase> {};

TEST_P(BadRow, HasItsOutcomeAndReasonAndTheOtherIsMeasured) {
  const auto& expected = GetParam();
  const Workspace workspace;
  const auto result = workspace.run(
      short_run({"--kernel", "*", "-a", "size=48", "-a", "threads=1", "--timeout", "5s", "--plugin",
                 bad(expected.plugin), "--plugin", good, "-o", "run.jsonl"}));
  EXPECT_EQ(result.exit_code, expected.exit_code) << result.err;
  const auto run = host::read_run(workspace.path("run.jsonl"));
  const auto row = row_with(run, expected.kernel);
  EXPECT_EQ(row.outcome, expected.outcome) << row.reason.value_or("");
  std::string said = row.reason.value_or("");
  for (const auto& note : row.notes) said += " | " + note;
  EXPECT_THAT(said, HasSubstr(expected.reason));
  for (const auto* neighbour : {"gemm.cpu.row/", "gemm.cpu.tiled/"})
    EXPECT_EQ(row_with(run, neighbour).outcome, Outcome::measured);
  EXPECT_TRUE(run.end && run.end->complete);
}

INSTANTIATE_TEST_SUITE_P(
    All, BadRow,
    testing::Values(
        RowCase{"bad_segfault", "gemm.bad.segfault", Outcome::crashed, "SIGSEGV", 2},
        RowCase{"bad_sigill", "gemm.bad.sigill", Outcome::crashed, "SIGILL", 2},
        RowCase{"bad_abort", "gemm.bad.abort", Outcome::crashed, "SIGABRT", 2},
        RowCase{"bad_exit", "gemm.bad.exit", Outcome::crashed, "ended the process", 2},
        RowCase{"bad_hang", "gemm.bad.hang", Outcome::timed_out, "no answer within 5", 2},
        RowCase{"bad_hang_in_prepare", "gemm.bad.hang_in_prepare", Outcome::timed_out, "prepare",
                2},
        RowCase{"bad_throw", "gemm.bad.throw", Outcome::failed, "thrown by bad_throw", 2},
        RowCase{"bad_prepare", "gemm.bad.prepare", Outcome::failed, "moon", 2},
        RowCase{"bad_nan", "gemm.bad.nan", Outcome::wrong, "found nan", 3},
        RowCase{"bad_inf", "gemm.bad.inf", Outcome::wrong, "found inf", 3},
        RowCase{"bad_nothing", "gemm.bad.nothing", Outcome::wrong, "never wri", 3},
        RowCase{"bad_once", "gemm.bad.once", Outcome::wrong, "never wri", 3},
        RowCase{"bad_packs_in_prepare", "gemm.bad.packs_in_prepare", Outcome::wrong, "expected", 3},
        RowCase{"bad_ignores_repeats", "gemm.bad.ignores_repeats", Outcome::wrong,
                "repeats not done", 3},
        RowCase{"bad_async_without_wait", "gemm.bad.async_without_wait", Outcome::wrong,
                "never wri", 3},
        RowCase{"bad_overrun", "gemm.bad.overrun", Outcome::wrong, "behind C", 3},
        RowCase{"bad_underrun", "gemm.bad.underrun", Outcome::wrong, "before C", 3},
        RowCase{"bad_modifies_input", "gemm.bad.modifies_input", Outcome::wrong, "input A", 3},
        RowCase{"bad_cpu_timer", "gemm.bad.cpu_timer", Outcome::wrong, "timer", 3},
        RowCase{"bad_lying_timer", "gemm.bad.lying_timer", Outcome::wrong, "timer", 3},
        RowCase{"bad_unsupported", "gemm.bad.unsupported", Outcome::unsupported, "Tuesdays", 0},
        RowCase{"bad_silent_refusal", "gemm.bad.silent_refusal", Outcome::unsupported,
                "without a sentence", 2},
        RowCase{"bad_stdout", "gemm.bad.stdout", Outcome::measured, "to standard output", 0},
        RowCase{"bad_locale", "gemm.bad.locale", Outcome::measured, "the locale", 0},
        RowCase{"bad_signal_handler", "gemm.bad.signal_handler", Outcome::measured,
                "a signal handler", 0},
        RowCase{"bad_fast_math_at_load", "gemm.bad.fast_math_at_load", Outcome::measured,
                "floating-point mode", 0},
        RowCase{"bad_fast_math_in_run", "gemm.bad.fast_math_in_run", Outcome::measured,
                "floating-point mode", 0}),
    [](const auto& info) { return info.param.plugin; });

struct FileCase {
  std::string plugin, reason;
};

class BadFile : public testing::TestWithParam<FileCase> {};

TEST_P(BadFile, IsRefusedByNameWithReasonAndTheOtherStillRuns) {
  const auto& [plugin, reason] = GetParam();
  const Workspace workspace;
  const auto verdict = workspace.run({"plugins", bad(plugin), good});
  EXPECT_EQ(verdict.exit_code, 2);
  EXPECT_THAT(verdict.out, HasSubstr("REFUSED  " + bad(plugin)));
  EXPECT_THAT(verdict.out, HasSubstr(reason));
  EXPECT_THAT(verdict.out, HasSubstr("ok       " + good));
  const auto result =
      workspace.run(short_run({"--kernel", "gemm.cpu.row", "-a", "size=16", "--plugin", bad(plugin),
                               "--plugin", good, "-o", "run.jsonl"}));
  EXPECT_EQ(result.exit_code, 2) << "a file the user named was refused";
  EXPECT_EQ(row_with(host::read_run(workspace.path("run.jsonl")), "gemm.cpu.row").outcome,
            Outcome::measured);
}

INSTANTIATE_TEST_SUITE_P(
    All, BadFile,
    testing::Values(FileCase{"bad_abi_version_0", "ABI version 0.0, expected 1.0"},
                    FileCase{"bad_abi_version_999", "ABI version 999"},
                    FileCase{"bad_no_entry", "exports no swm_plugin_v1"},
                    FileCase{"bad_entry_v0", "exports no swm_plugin_v1"},
                    FileCase{"bad_descriptor_size", "expected at least"},
                    FileCase{"bad_kernel_size", "expected at least"},
                    FileCase{"bad_null_descriptor", "returned null"},
                    FileCase{"bad_kernel_list", "but no list"},
                    FileCase{"bad_null_run", "must all be there"},
                    FileCase{"bad_duplicate_ids", "appears twice"},
                    FileCase{"bad_missing_library", "libgone.so: cannot open shared object file"},
                    FileCase{"bad_sigill_at_load", "SIGILL"}),
    [](const auto& info) { return info.param.plugin; });

// Two plugins with one non-static symbol: each row runs its own code, in both load orders.
TEST(BadPlugins, SameSymbolInTwoPlugins) {
  for (const bool wrong_first : {true, false}) {
    const Workspace workspace;
    const auto first = bad(wrong_first ? "bad_same_symbol_wrong" : "bad_same_symbol_right");
    const auto second = bad(wrong_first ? "bad_same_symbol_right" : "bad_same_symbol_wrong");
    const auto result = workspace.run(short_run({"--kernel", "*", "-a", "size=32", "--plugin",
                                                 first, "--plugin", second, "-o", "run.jsonl"}));
    EXPECT_EQ(result.exit_code, 3);
    const auto run = host::read_run(workspace.path("run.jsonl"));
    EXPECT_EQ(row_with(run, "same_symbol_right").outcome, Outcome::measured);
    EXPECT_EQ(row_with(run, "same_symbol_wrong").outcome, Outcome::wrong);
  }
}

TEST(BadPlugins, MissingFileThenGoodOne) {
  const Workspace workspace;
  const auto result = workspace.run({"plugins", workspace.path("none.swm.so"), good});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.out, HasSubstr("no such file"));
  EXPECT_THAT(result.out, HasSubstr("ok       " + good));
}

}  // namespace
}  // namespace sweepmark::test
