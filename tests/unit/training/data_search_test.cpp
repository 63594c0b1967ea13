// Where data sets are looked for, and what is said about what is found.
#include "training/data_search.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "shared_data.hpp"

namespace sweepmark::host {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
namespace fs = std::filesystem;

DatasetInfo known(const std::string& name) {
  for (const auto& info : known_datasets())
    if (info.name == name) return info;
  return {};
}

class DataSearch : public testing::Test {
 protected:
  void SetUp() override {
    ::setenv("SWEEPMARK_DATA", "/from/variable:/second", 1);
    ::setenv("XDG_DATA_HOME", "/home/data", 1);
    ::setenv("XDG_DATA_DIRS", "/system/data", 1);
    folder_ = fs::path(testing::TempDir()) / "data_search";
    fs::create_directories(folder_);
  }
  void TearDown() override {
    for (const char* name : {"SWEEPMARK_DATA", "XDG_DATA_HOME", "XDG_DATA_DIRS"}) ::unsetenv(name);
    fs::remove_all(folder_);
  }
  fs::path folder_;
};

TEST_F(DataSearch, FoldersComeInTheirOrder) {
  EXPECT_THAT(data_folders({"/given"}),
              ElementsAre("/given", "/from/variable", "/second", "/home/data/sweepmark",
                          "/system/data/sweepmark"));
}

TEST_F(DataSearch, AbsentDataSayWhereTheyWereLookedFor) {
  DatasetInfo airfoil = known("airfoil");
  locate_dataset(airfoil, {folder_.string()});
  EXPECT_EQ(airfoil.found, "");
  EXPECT_EQ(airfoil.looked_in.size(), 5U);
  EXPECT_EQ(find_data_file("airfoil", {folder_.string()}), std::nullopt);
  DatasetInfo digits = known("digits");
  locate_dataset(digits, {});
  EXPECT_THAT(digits.looked_in.back(), HasSubstr("sklearn/datasets/data"));
}

TEST_F(DataSearch, AFileOfAnotherShapeIsNotUsable) {
  std::ofstream(folder_ / "airfoil_self_noise.dat") << "1\t2\n3\t4\n";
  DatasetInfo airfoil = known("airfoil");
  locate_dataset(airfoil, {folder_.string()});
  EXPECT_FALSE(airfoil.usable);
  EXPECT_THAT(airfoil.problem, HasSubstr("found 2 rows of 2 columns, expected 1503 of 6"));
  std::ofstream(folder_ / "airfoil_self_noise.dat") << "1\tNA\n";
  locate_dataset(airfoil, {folder_.string()});
  EXPECT_THAT(airfoil.problem, HasSubstr("'NA'"));
}

TEST_F(DataSearch, BuiltInSetsNeedNoFileAndUnknownNamesAreErrors) {
  EXPECT_EQ(find_data_file("synthetic", {}), "");
  EXPECT_EQ(find_data_file("bowl", {}), "");
  const auto file = (folder_ / "mine.csv").string();
  std::ofstream(file) << "1,2\n";
  EXPECT_EQ(find_data_file(file, {}), file);
  try {
    find_data_file("airfol", {});
    FAIL();
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), HasSubstr("'airfoil'?"));
  }
}

TEST_F(DataSearch, FindsTheRealFiles) {
  SKIP_WITHOUT_SHARED("airfoil_self_noise.dat");
  const auto folder = fs::path(training_test::shared_file("digits.csv.gz")).parent_path().string();
  for (const char* name : {"airfoil", "digits"}) {
    DatasetInfo info = known(name);
    locate_dataset(info, {folder});
    EXPECT_TRUE(info.usable) << name;
    EXPECT_EQ(info.problem, "") << name;
    EXPECT_EQ(info.found_rows, info.rows);
    EXPECT_EQ(info.found_columns, info.columns);
    EXPECT_EQ(info.found_bytes, info.bytes);
    EXPECT_EQ(find_data_file(name, {folder}), info.found);
  }
}

}  // namespace
}  // namespace sweepmark::host
