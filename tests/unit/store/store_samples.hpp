// A small run to write and read back, and a folder of its own for each test.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "record/run_file.hpp"

namespace sweepmark::host {

inline Measurement sample_measurement(const std::string& kernel, double nanoseconds) {
  Case c;
  c.kernel = kernel;
  c.problem.m = c.problem.n = c.problem.k = 8;
  Measurement m = begin_measurement(c);
  m.outcome = Outcome::measured;
  for (int i = 0; i < 8; ++i) {
    m.samples_ns.push_back(nanoseconds + i);
    m.rounds.push_back(i);
  }
  m.flops = 2.0 * 8 * 8 * 8;
  m.stopped_by = StoppedBy::interval;
  summarize(m);
  return m;
}

inline RunHeader sample_header() {
  RunHeader header;
  header.plan = "trial";
  header.started = "2026-08-24T10:11:12Z";
  header.environment.host = "box one";
  return header;
}

class StoreTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("sweepmark_store_" + std::to_string(::getpid()) + "_" +
               testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name) const { return (folder_ / name).string(); }
  static std::string text_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  }
  std::string write_text(const std::string& name, const std::string& text) const {
    std::ofstream(file(name), std::ios::binary) << text;
    return file(name);
  }

 private:
  std::filesystem::path folder_;
};

/// The sentence of the Error that `action` throws; "" when it throws none.
template <class Action>
std::string error_of(Action&& action) {
  try {
    action();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

}  // namespace sweepmark::host
