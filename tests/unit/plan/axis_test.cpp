#include "expectations.hpp"

namespace sweepmark::host {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<Value> values(const std::string& text) { return parse_axis(text, "--axis").values; }
std::string refusal(const std::string& text) {
  return error_of([&] { parse_axis(text, "--axis"); });
}
Value i(std::int64_t value) { return value; }
Value d(double value) { return value; }
Value t(std::string value) { return value; }

TEST(AxisText, ListsKeepTheirOrder) {
  const Axis axis = parse_axis("size=64,256, 16", "--axis");
  EXPECT_EQ(axis.name, "size");
  EXPECT_EQ(axis.place, "--axis size");
  EXPECT_THAT(axis.values, ElementsAre(i(64), i(256), i(16)));
}

TEST(AxisText, PlaceMayAlreadyHoldTheName) {
  EXPECT_EQ(parse_axis("size=64", "--axis size").place, "--axis size");
}

TEST(AxisText, WordsAndReals) {
  EXPECT_THAT(values("dtype=f32,f64"), ElementsAre(t("f32"), t("f64")));
  EXPECT_THAT(values("learning_rate=0.5,1e-3"), ElementsAre(d(0.5), d(0.001)));
}

TEST(AxisText, RangesAreInclusive) {
  EXPECT_THAT(values("size=[16:64:16]"), ElementsAre(i(16), i(32), i(48), i(64)));
  EXPECT_THAT(values("size=[1:3]"), ElementsAre(i(1), i(2), i(3)));
  EXPECT_THAT(values("size=[1:6:4]"), ElementsAre(i(1), i(5)));
  EXPECT_THAT(values("size=7,[1:3],9"), ElementsAre(i(7), i(1), i(2), i(3), i(9)));
}

TEST(AxisText, RealRangesReachTheirEndWithShortValues) {
  EXPECT_THAT(values("learning_rate=[0.1:0.5:0.1]"),
              ElementsAre(d(0.1), d(0.2), d(0.3), d(0.4), d(0.5)));
}

TEST(AxisText, PowersOfTwoTakeExponents) {
  EXPECT_THAT(values("size[pow2]=[4:7]"), ElementsAre(i(16), i(32), i(64), i(128)));
  EXPECT_THAT(values("size[pow2]=[4:10:3]"), ElementsAre(i(16), i(128), i(1024)));
  EXPECT_THAT(values("size[pow2]=0,62"), ElementsAre(i(1), i(std::int64_t{1} << 62)));
  EXPECT_THAT(values("learning_rate[pow2]=[-2:0]"), ElementsAre(d(0.25), d(0.5), i(1)));
}

TEST(AxisText, BracketsAroundAListAreNvbenchs) {
  EXPECT_THAT(values("size=[64,256]"), ElementsAre(i(64), i(256)));
}

TEST(AxisText, RefusalsNameTheAxisAndWhatWasFound) {
  EXPECT_EQ(refusal("size"), "--axis: found 'size', expected NAME=VALUES");
  EXPECT_EQ(refusal("size="), "--axis size: found no values, expected at least one");
  EXPECT_EQ(refusal("size=64,,3"), "--axis size: found an empty value");
  EXPECT_THAT(refusal("=4"), HasSubstr("axis name ''"));
  EXPECT_THAT(refusal("si ze=4"), HasSubstr("axis name 'si ze'"));
  EXPECT_THAT(refusal("size[pow3]=4"), HasSubstr("expected [pow2] or nothing"));
  EXPECT_EQ(refusal("size=[1:9:0]"),
            "--axis size: found step 0 in the range '[1:9:0]', expected a step above 0");
  EXPECT_THAT(refusal("size=[1:9:-1]"), HasSubstr("expected a step above 0"));
  EXPECT_THAT(refusal("size=[9:1]"), HasSubstr("whose first value is above its last"));
  EXPECT_THAT(refusal("size=[1:b]"), HasSubstr("found 'b' in the range '[1:b]'"));
  EXPECT_THAT(refusal("size=[1:]"), HasSubstr("found '' in the range"));
  EXPECT_THAT(refusal("size=[1:2:3:4]"), HasSubstr("[first:last:step]"));
  EXPECT_THAT(refusal("size=[1:4"), HasSubstr("found '[1:4'"));
  EXPECT_EQ(refusal("size[pow2]=63"),
            "--axis size: found 63, expected an exponent of two from -62 to 62");
  EXPECT_THAT(refusal("size[pow2]=x"), HasSubstr("found 'x', expected an exponent"));
  EXPECT_THAT(refusal("learning_rate=nan"), HasSubstr("found 'nan', expected a finite number"));
  EXPECT_THAT(refusal("learning_rate=1,inf"), HasSubstr("found 'inf'"));
}

TEST(AxisText, AMillionValuesAtMost) {
  EXPECT_EQ(values("size=[1:1000000]").size(), 1'000'000u);
  EXPECT_THAT(refusal("size=[0:1000000]"), HasSubstr("more than 1000000 values"));
  EXPECT_THAT(refusal("size=[-9223372036854775807:9223372036854775807]"),
              HasSubstr("more than 1000000 values"));
  EXPECT_THAT(refusal("learning_rate=[0:1:1e-300]"), HasSubstr("more than 1000000 values"));
  EXPECT_THAT(values("size=[9223372036854775806:9223372036854775807]").size(), 2u);
}

}  // namespace
}  // namespace sweepmark::host
