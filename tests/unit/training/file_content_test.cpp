// Whole files: gzip by its first bytes, damage and cuts noticed, checksums of what lies on disk.
#include "training/file_content.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "shared_data.hpp"

namespace sweepmark::host {
namespace {

using testing::HasSubstr;

std::string error_of(const std::string& path) {
  try {
    read_file(path);
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

std::string write_temporary(const std::string& name, const std::string& bytes) {
  const auto path = std::filesystem::path(testing::TempDir()) / name;
  std::ofstream(path, std::ios::binary) << bytes;
  return path.string();
}

TEST(FileContent, Sha1OfKnownTexts) {
  // FIPS 180-2, appendix A.
  EXPECT_EQ(sha1_hex("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(sha1_hex(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
}

TEST(FileContent, MissingFilesAndFoldersAreNamed) {
  EXPECT_THAT(error_of("/nowhere/x.csv"), HasSubstr("cannot read /nowhere/x.csv: No such file"));
  EXPECT_THAT(error_of(testing::TempDir()), HasSubstr("found a folder"));
}

TEST(FileContent, ACutGzipFileIsNoShortOne) {
  SKIP_WITHOUT_SHARED("digits.csv.gz");
  std::ifstream in(training_test::shared_file("digits.csv.gz"), std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  const auto whole = read_file(write_temporary("whole.dat", bytes));
  EXPECT_TRUE(whole.compressed) << "recognised although the name does not end in .gz";
  EXPECT_EQ(whole.bytes, bytes.size());
  for (const std::size_t length : {std::size_t{20}, bytes.size() / 2, bytes.size() - 1})
    EXPECT_THAT(error_of(write_temporary("cut.csv.gz", bytes.substr(0, length))),
                HasSubstr("cut-off gzip"))
        << length;
  std::string damaged = bytes;
  damaged[bytes.size() / 2] = static_cast<char>(damaged[bytes.size() / 2] ^ 0x55);
  EXPECT_THAT(error_of(write_temporary("damaged.csv.gz", damaged)), HasSubstr("damaged"));
}

}  // namespace
}  // namespace sweepmark::host
