#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <clocale>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "plugin/adapter.hpp"
#include "plugin/process_state.hpp"
#include "plugin/search.hpp"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace sweepmark::host {
namespace {
namespace fs = std::filesystem;

class Search : public testing::Test {
 protected:
  Search() {
    std::string name = (fs::temp_directory_path() / "sweepmark-search-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  ~Search() override { fs::remove_all(folder_); }
  std::string touch(const std::string& name, mode_t mode = 0644) const {
    const auto path = (folder_ / name).string();
    std::ofstream(path) << "x";
    ::chmod(path.c_str(), mode);
    return path;
  }
  fs::path folder_;
};

TEST_F(Search, FolderIsSortedAndNotRecursive) {
  touch("b.swm.so");
  touch("a.swm.so");
  touch("c.so");
  fs::create_directory(folder_ / "deeper");
  touch("deeper/d.swm.so");
  const auto found = find_plugins({{}, {folder_.string()}});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_TRUE(found[0].path.ends_with("a.swm.so"));
  EXPECT_TRUE(found[1].path.ends_with("b.swm.so"));
  EXPECT_EQ(found[0].refusal, "");
}

TEST_F(Search, WorldWritableIsRefusedWithAReason) {
  const auto file = touch("a.swm.so", 0666);
  EXPECT_NE(find_plugins({{file}, {}})[0].refusal.find("world-writable"), std::string::npos);
  touch("b.swm.so");
  ::chmod(folder_.c_str(), 0777);
  for (const auto& candidate : find_plugins({{}, {folder_.string()}}))
    EXPECT_NE(candidate.refusal.find("world-writable"), std::string::npos);
}

TEST_F(Search, NamedFilesReplaceFoldersAndMayHaveAnAlias) {
  touch("b.swm.so");
  const auto file = touch("a.swm.so");
  const auto found = find_plugins({{"old=" + file}, {folder_.string()}});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].alias, "old");
  EXPECT_EQ(found[0].path, file);
}

TEST_F(Search, WhatIsNotThereIsSaid) {
  EXPECT_EQ(find_plugins({{(folder_ / "none.swm.so").string()}, {}})[0].refusal, "no such file");
  const auto found = find_plugins({{}, {(folder_ / "none").string()}});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(found[0].refusal.find("No such file"), std::string::npos);
}

#if defined(__x86_64__)
TEST(State, FloatingPointModeAndLocaleArePutBack) {
  const auto state = ProcessState::capture();
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040U);  // flush to zero, denormals are zero
  EXPECT_EQ(state.restore(), std::vector<std::string>{"the floating-point mode"});
  EXPECT_EQ(_mm_getcsr() & 0xffc0U, before & 0xffc0U);
  EXPECT_TRUE(state.restore().empty());
}
#endif

TEST(Values, RangesAndChoices) {
  ParamInfo width;
  width.name = "block_width";
  width.low = std::int64_t{1}, width.high = std::int64_t{64}, width.preset = std::int64_t{8};
  EXPECT_EQ(to_abi_values({width}, {})[0].i, 8);
  EXPECT_EQ(to_abi_values({width}, {{"block_width", std::int64_t{64}}})[0].i, 64);
  EXPECT_THROW(to_abi_values({width}, {{"block_width", std::int64_t{0}}}), std::runtime_error);
  EXPECT_THROW(to_abi_values({width}, {{"block_width", 1.5}}), std::runtime_error);
  ParamInfo order;
  order.kind = ParamKind::choice;
  order.name = "order";
  order.choices = {"ijk", "ikj"};
  order.preset = std::string("ijk");
  EXPECT_EQ(to_abi_values({order}, {{"order", std::string("ikj")}})[0].i, 1);
  EXPECT_THROW(to_abi_values({order}, {{"order", std::string("kji")}}), std::runtime_error);
}

}  // namespace
}  // namespace sweepmark::host
