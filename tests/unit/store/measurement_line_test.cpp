// The fast reader must agree with the full parser, or give up.
#include "store/measurement_line.hpp"

#include <gtest/gtest.h>

#include "record/json.hpp"
#include "store_samples.hpp"

namespace sweepmark::host {
namespace {

Measurement full_measurement() {
  Measurement m = sample_measurement("gemm \"x\"\n\\y", 123.456);
  m.plugin = {"p", "1.0.0", "/lib/p.swm.so", "g++", "-O3 -DX=\"1\""};
  m.threads_used = 2;
  m.tuning = {{"block_width", std::int64_t{16}}, {"alpha", 0.5}, {"mode", std::string("fast")}};
  m.prepacked = true;
  m.reason = "because";
  m.iterations = 7;
  m.bytes = 1e300;
  m.roofline_fraction = 5e-324;
  m.notes = {"one", "two, \"three\""};
  m.reproduce = "sweepmark run --kernel 'x'";
  return m;
}

std::string line_of(const Measurement& m) { return to_line(to_json(m)); }

TEST(MeasurementLine, ReadsBackWhatTheStoreWrites) {
  const auto read = measurement_from_line(line_of(full_measurement()));
  ASSERT_TRUE(read);
  EXPECT_EQ(line_of(*read), line_of(full_measurement()));
  const auto bare = measurement_from_line(line_of(begin_measurement(Case{})));
  ASSERT_TRUE(bare);
  EXPECT_EQ(line_of(*bare), line_of(begin_measurement(Case{})));
}

TEST(MeasurementLine, GivesUpOnWhatItDoesNotKnow) {
  const std::string good = line_of(full_measurement());
  EXPECT_FALSE(measurement_from_line(good.substr(0, good.size() - 1)));
  EXPECT_FALSE(measurement_from_line(good + " "));
  EXPECT_FALSE(measurement_from_line("{\"record\":\"measurement\"}"));
  EXPECT_FALSE(measurement_from_line("{\"record\":\"noise\"}"));
  EXPECT_FALSE(measurement_from_line("{}"));
  std::string unknown = good;
  unknown.insert(1, "\"later\":1,");
  EXPECT_FALSE(measurement_from_line(unknown));
  std::string twice = good;
  twice.insert(1, "\"id\":\"a\",");
  EXPECT_FALSE(measurement_from_line(twice));
}

TEST(MeasurementLine, NeverReadsPastTheEnd) {
  const std::string good = line_of(full_measurement());
  for (std::size_t n = 0; n < good.size(); ++n) {
    const std::string cut(good.data(), n);  // its own memory, so that a sanitizer sees an overrun
    EXPECT_FALSE(measurement_from_line(cut));
  }
}

}  // namespace
}  // namespace sweepmark::host
