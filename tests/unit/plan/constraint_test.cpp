#include "plan/constraint.hpp"

#include "expectations.hpp"

namespace sweepmark::host {
namespace {

using ::testing::HasSubstr;

const std::vector<std::string> names{"block_width",   "n",        "m", "dtype", "cache",
                                     "learning_rate", "optimizer"};
const std::vector<std::string> words{"f32", "f64", "hot", "cold", "optimizer.adam"};

bool holds(const std::string& expression, const Settings& values) {
  return Constraint(expression, "plan.toml:7", names, words).holds(values);
}
std::string refusal(const std::string& expression) {
  return error_of([&] { Constraint(expression, "plan.toml:7", names, words); });
}
Value i(std::int64_t value) { return value; }
Value t(std::string value) { return value; }

TEST(Constraint, NumbersCompare) {
  EXPECT_TRUE(holds("block_width <= n", {{"block_width", i(4)}, {"n", i(4)}}));
  EXPECT_FALSE(holds("block_width <= n", {{"block_width", i(5)}, {"n", i(4)}}));
  EXPECT_TRUE(holds("n % block_width == 0", {{"block_width", i(4)}, {"n", i(12)}}));
  EXPECT_FALSE(holds("n % block_width == 0", {{"block_width", i(5)}, {"n", i(12)}}));
  EXPECT_TRUE(holds("n != 3 && (m > 1 || n > 5) && !(m == 9)", {{"n", i(6)}, {"m", i(0)}}));
  EXPECT_TRUE(holds("max(n, m) >= 1.5e1 && n*-1 < 0", {{"n", i(15)}, {"m", i(0)}}));
  EXPECT_TRUE(holds("learning_rate < .5", {{"learning_rate", 0.25}}));
}

TEST(Constraint, WordsCompareForEquality) {
  const Settings f32{{"dtype", t("f32")}, {"n", i(1)}, {"cache", t("cold")}};
  EXPECT_TRUE(holds("dtype == f32", f32));
  EXPECT_FALSE(holds("dtype == f64", f32));
  EXPECT_TRUE(holds("dtype != f64", f32));
  EXPECT_TRUE(holds("dtype == 'f32' && cache == \"cold\"", f32));
  EXPECT_FALSE(holds("n == f32", f32));
  EXPECT_TRUE(holds("optimizer == optimizer.adam", {{"optimizer", t("optimizer.adam")}}));
  EXPECT_FALSE(holds("optimizer == optimizer.adam", {{"optimizer", t("optimizer.sgd")}}));
}

TEST(Constraint, SaysNothingAboutACaseWithoutTheAxis) {
  EXPECT_TRUE(holds("block_width <= n", {{"n", i(4)}}));
}

TEST(Constraint, NotANumberIsNotKept) { EXPECT_FALSE(holds("n / m", {{"n", i(0)}, {"m", i(0)}})); }

TEST(Constraint, RefusalsNamePlaceAndColumn) {
  EXPECT_EQ(refusal("blok_width <= n"),
            "plan.toml:7: constraint 'blok_width <= n': column 1: unknown name 'blok_width'; did "
            "you mean 'block_width'?");
  EXPECT_EQ(refusal("n = 4"),
            "plan.toml:7: constraint 'n = 4': column 3: found '=', expected '=='");
  EXPECT_THAT(refusal("n <= "), HasSubstr("plan.toml:7: constraint 'n <= ': column"));
  EXPECT_THAT(refusal("(n <= 4"), HasSubstr("not a condition"));
  EXPECT_THAT(refusal("n 4"), HasSubstr("column 3: not a condition"));
  EXPECT_THAT(refusal("dtype == 'f32"), HasSubstr("column 10: the quote is not closed"));
  EXPECT_THAT(refusal("n, m"), HasSubstr("expected one condition"));
  EXPECT_THAT(refusal(" "), HasSubstr("found nothing"));
  EXPECT_THAT(refusal("n == \xc3\xa9"), HasSubstr("not a condition"));
}

}  // namespace
}  // namespace sweepmark::host
