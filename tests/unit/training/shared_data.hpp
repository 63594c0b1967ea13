// Data files that lie beside the project and are no part of it: tests skip where they are absent.
#pragma once
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace training_test {

inline std::string shared_file(const std::string& name) {
  return (std::filesystem::path(SWEEPMARK_SOURCE_DIR) / ".." / "shared" / "data" / name)
      .lexically_normal()
      .string();
}

}  // namespace training_test

#define SKIP_WITHOUT_SHARED(name)                                 \
  if (!std::filesystem::exists(training_test::shared_file(name))) \
  GTEST_SKIP() << training_test::shared_file(name) << " is not here"
