#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "include_rule.hpp"

namespace {

using namespace sweepmark::test;
namespace fs = std::filesystem;

TEST(IncludeRule, HoldsForEveryFile) {
  const fs::path root(SWEEPMARK_SOURCE_DIR);
  const auto includes = project_includes(root);
  ASSERT_GT(includes.size(), 100U) << "too few includes were found below " << root;
  for (const Include& include : includes) {
    const std::string broken = broken_rule(root, include);
    EXPECT_EQ(broken, "");
  }
}

// The rule itself: a made-up tree with one file of each kind.
class MadeUpTree : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    root_ = fs::temp_directory_path() / (std::string("sweepmark_include_rule_") + info->name());
    fs::remove_all(root_);
    for (const char* file :
         {"framework/src/base/error.hpp", "framework/src/plan/plan.hpp", "reports/report.hpp",
          "framework/src/worker/pool.hpp", "kernels/cpu/row.hpp", "kernels/cpu/team.hpp",
          "plugins/gemm/product.hpp"}) {
      fs::create_directories((root_ / file).parent_path());
      std::ofstream(root_ / file) << "#pragma once\n";
    }
  }
  void TearDown() override { fs::remove_all(root_); }
  std::string verdict(const std::string& file, const std::string& target) const {
    return broken_rule(root_, {file, 7, target});
  }
  fs::path root_;
};

TEST_F(MadeUpTree, AllowedIncludesAreAllowed) {
  EXPECT_EQ(verdict("framework/src/plan/a.cpp", "base/error.hpp"), "");
  EXPECT_EQ(verdict("framework/src/plan/a.cpp", "sweepmark/abi.h"), "");
  EXPECT_EQ(verdict("framework/src/plan/a.cpp", "vector"), "");
  EXPECT_EQ(verdict("framework/src/app/a.cpp", "worker/pool.hpp"), "");
  EXPECT_EQ(verdict("framework/src/app/a.cpp", "reports/report.hpp"), "");
  EXPECT_EQ(verdict("plugins/gemm/a.cpp", "kernels/cpu/row.hpp"), "");
  EXPECT_EQ(verdict("plugins/gemm/a.cpp", "product.hpp"), "");
  EXPECT_EQ(verdict("kernels/cpu/row.hpp", "team.hpp"), "");
  EXPECT_EQ(verdict("framework/src/plugin/a.cpp", "boost/dll/shared_library.hpp"), "");
}

TEST_F(MadeUpTree, BrokenOnesAreNamedWithFileAndLine) {
  EXPECT_EQ(
      verdict("reports/a.cpp", "plan/plan.hpp").rfind("reports/a.cpp:7: reports includes ", 0), 0U);
  EXPECT_NE(verdict("framework/src/base/a.cpp", "plan/plan.hpp"), "");
  EXPECT_NE(verdict("framework/src/plan/a.cpp", "worker/pool.hpp"), "");
  EXPECT_NE(verdict("framework/src/harness/a.cpp", "kernels/cpu/row.hpp"), "");
  EXPECT_NE(verdict("framework/src/worker/a.cpp", "plugins/gemm/product.hpp"), "");
  EXPECT_NE(verdict("kernels/cpu/a.hpp", "sweepmark/abi.h"), "");
  EXPECT_NE(verdict("plugins/gemm/a.cpp", "base/error.hpp"), "");
  EXPECT_NE(verdict("plugins/gemm/a.cpp", "../../framework/src/base/error.hpp"), "");
  EXPECT_NE(verdict("framework/src/worker/a.cpp", "benchmark/benchmark.h"), "");
  EXPECT_NE(verdict("framework/src/harness/a.cpp", "cuda_runtime.h"), "");
  EXPECT_NE(verdict("framework/src/app/a.cpp", "boost/dll/shared_library.hpp"), "");
  EXPECT_NE(verdict("framework/src/extras/a.cpp", "base/error.hpp"), "");
}

TEST_F(MadeUpTree, IncludesAreReadWithTheirLines) {
  std::ofstream(root_ / "reports/a.cpp")
      << "// text\n#include \"report.hpp\"\n #  include <vector>\n";
  const auto includes = project_includes(root_);
  ASSERT_EQ(includes.size(), 2U);
  EXPECT_EQ(includes[0].file, "reports/a.cpp");
  EXPECT_EQ(includes[0].line, 2);
  EXPECT_EQ(includes[1].target, "vector");
}

}  // namespace
