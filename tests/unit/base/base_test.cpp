#include <gtest/gtest.h>

#include <limits>

#include "base/statistics.hpp"
#include "base/text.hpp"
#include "base/units.hpp"

namespace sweepmark::host {
namespace {

TEST(Glob, StarsAndQuestionMarks) {
  EXPECT_TRUE(glob_match("gemm.*", "gemm.cpu.row"));
  EXPECT_TRUE(glob_match("*row", "gemm.cpu.row"));
  EXPECT_TRUE(glob_match("g*.c?u.*w", "gemm.cpu.row"));
  EXPECT_TRUE(glob_match("*", ""));
  EXPECT_FALSE(glob_match("gemm", "gemm.cpu"));
  EXPECT_FALSE(glob_match("gemm.?", "gemm."));
  EXPECT_FALSE(glob_match("a*b", "acc"));
}

TEST(Nearest, OnlyWhatIsCloseEnough) {
  const std::vector<std::string> names{"block_width", "tile", "threads"};
  EXPECT_EQ(nearest("blok_width", names), "block_width");
  EXPECT_EQ(nearest("xyzxyz", names), std::nullopt);
  EXPECT_EQ(did_you_mean("tiel", names), "; did you mean 'tile'?");
}

TEST(Numbers, WholeTextOrNothing) {
  EXPECT_EQ(parse_integer("-8"), -8);
  EXPECT_EQ(parse_integer("8x"), std::nullopt);
  EXPECT_EQ(parse_integer(""), std::nullopt);
  EXPECT_EQ(parse_integer("99999999999999999999"), std::nullopt);
  EXPECT_EQ(parse_real("0.5"), 0.5);
  EXPECT_EQ(parse_real("0,5"), std::nullopt);
  EXPECT_EQ(shortest(0.1), "0.1");
}

TEST(Durations, UnitsAndNonsense) {
  EXPECT_EQ(parse_duration_seconds("2"), 2);
  EXPECT_DOUBLE_EQ(*parse_duration_seconds("150ms"), 0.15);
  EXPECT_EQ(parse_duration_seconds("3m"), 180);
  EXPECT_EQ(parse_duration_seconds("3min"), 180);
  EXPECT_EQ(parse_duration_seconds("1h"), 3600);
  EXPECT_EQ(parse_duration_seconds("-1s"), std::nullopt);
  EXPECT_EQ(parse_duration_seconds("soon"), std::nullopt);
  EXPECT_EQ(parse_duration_seconds("inf"), std::nullopt);
}

TEST(Units, FourDigitsAndTheFittingUnit) {
  EXPECT_EQ(format_duration(999), "999.0 ns");
  EXPECT_EQ(format_duration(1.5e6), "1.500 ms");
  EXPECT_EQ(format_bytes(49152), "48 KiB");
  EXPECT_EQ(format_number(std::nullopt), "n/a");
  EXPECT_EQ(format_number(std::numeric_limits<double>::quiet_NaN()), "n/a");
  EXPECT_EQ(format_number(213.44), "213.4");
  EXPECT_EQ(format_percent(0.1234), "12.3%");
}

TEST(Median, OddAndEven) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
}

// Conover's table: at 95% the interval of n = 6 is [x1, x6], of n = 20 [x6, x15].
TEST(MedianInterval, OrderStatistics) {
  EXPECT_FALSE(median_interval({1, 2, 3, 4, 5}));
  const auto six = median_interval({6, 5, 4, 3, 2, 1});
  ASSERT_TRUE(six);
  EXPECT_EQ(six->low, 1);
  EXPECT_EQ(six->high, 6);
  std::vector<double> twenty;
  for (int i = 1; i <= 20; ++i) twenty.push_back(i);
  const auto interval = median_interval(twenty);
  ASSERT_TRUE(interval);
  EXPECT_EQ(interval->low, 6);
  EXPECT_EQ(interval->high, 15);
}

TEST(Shell, QuotesWhatNeedsIt) {
  EXPECT_EQ(shell_quoted("size=64,256"), "size=64,256");
  EXPECT_EQ(shell_quoted("it's $x"), "'it'\\''s $x'");
  EXPECT_EQ(shell_quoted(""), "''");
}

}  // namespace
}  // namespace sweepmark::host
