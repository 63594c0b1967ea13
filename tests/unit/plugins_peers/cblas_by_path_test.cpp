// Libraries that are none, and the plugin's tables when the environment names none.
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "loaded_plugin.hpp"
#include "plugins/gemm_cblas/cblas_by_path.hpp"

namespace {

using sweepmark::cblas::CblasByPath;
using testing::HasSubstr;

std::string sentence_for(const std::string& path) {
  try {
    const CblasByPath library(path);
  } catch (const std::runtime_error& problem) {
    return problem.what();
  }
  return "";
}

TEST(CblasByPath, AMissingFileIsNamed) {
  EXPECT_THAT(sentence_for("/no/such/libblas.so"), HasSubstr("/no/such/libblas.so"));
}

TEST(CblasByPath, ALibraryWithoutACblasSaysWhatItLacks) {
  EXPECT_THAT(sentence_for("libm.so.6"), HasSubstr("libm.so.6 has no cblas_sgemm"));
}

TEST(CblasPlugin, WithoutLibrariesItOffersNothingAndSaysWhy) {
  const std::string path = std::string(SWEEPMARK_PLUGIN_DIR) + "/gemm_cblas.swm.so";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " was not built";
  if (std::getenv("SWEEPMARK_CBLAS") != nullptr) GTEST_SKIP() << "SWEEPMARK_CBLAS is set";
  const swm_plugin& plugin = sweepmark::test::load_plugin(path);
  EXPECT_EQ(plugin.kernel_count, 0U);
  ASSERT_NE(plugin.extension, nullptr);
  EXPECT_NE(plugin.extension(SWM_LIBRARIES_EXTENSION), nullptr);
  const auto* library = static_cast<const swm_library*>(plugin.extension(SWM_LIBRARY_EXTENSION));
  ASSERT_NE(library, nullptr);
  EXPECT_THAT(library->describe(), HasSubstr("SWEEPMARK_CBLAS=name:/path/library.so"));
}

}  // namespace
