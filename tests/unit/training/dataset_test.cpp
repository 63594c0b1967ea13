// Data sets as training sees them: whitening, splits, labels, and the values known to be right.
#include "training/dataset.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <set>

#include "base/error.hpp"
#include "shared_data.hpp"
#include "training/evaluation.hpp"

namespace sweepmark::host {
namespace {

using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using training_test::shared_file;

TrainingCase case_for(const std::string& dataset, const std::string& file, Model model) {
  TrainingCase c;
  c.dataset = dataset;
  c.data_file = file;
  c.model = model;
  return c;
}

std::string temporary_file(const std::string& name, const std::string& text) {
  const auto path = std::filesystem::path(testing::TempDir()) / name;
  std::ofstream(path) << text;
  return path.string();
}

Dataset load_text(const std::string& text, Model model = Model::linear,
                  const std::string& target = "", bool whitened = true) {
  const auto file = temporary_file("dataset_test.csv", text);
  TrainingCase c = case_for(file, file, model);
  c.target = target;
  c.whiten = whitened;
  return load_dataset(c);
}

std::string error_of(const std::string& text, Model model, const std::string& target = "") {
  try {
    load_text(text, model, target);
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

// Ordinary least squares by the normal equations and Gauss elimination in long double.
std::vector<double> least_squares(const Dataset& data) {
  const auto d = static_cast<std::size_t>(data.features) + 1;
  std::vector<std::vector<long double>> a(d, std::vector<long double>(d + 1));
  for (std::int64_t i = 0; i < data.train.count; ++i) {
    std::vector<long double> row(d + 1, 1);
    for (std::size_t j = 0; j + 1 < d; ++j)
      row[j] = data.train.x[static_cast<std::size_t>(i) * (d - 1) + j];
    row[d] = data.train.y[static_cast<std::size_t>(i)];
    for (std::size_t r = 0; r < d; ++r)
      for (std::size_t c = 0; c <= d; ++c) a[r][c] += row[r] * row[c];
  }
  for (std::size_t p = 0; p < d; ++p)
    for (std::size_t r = 0; r < d; ++r) {
      if (r == p) continue;
      const long double factor = a[r][p] / a[p][p];
      for (std::size_t c = p; c <= d; ++c) a[r][c] -= factor * a[p][c];
    }
  std::vector<double> w;
  for (std::size_t p = 0; p < d; ++p) w.push_back(static_cast<double>(a[p][d] / a[p][p]));
  return w;
}

TEST(Whiten, RemovesTheMeanAndDividesByThePopulationDeviation) {
  std::vector<double> x{1, 7, 3, 7, 5, 7};
  EXPECT_THAT(whiten(x, 3, 2), ElementsAre(1));
  const double s = std::sqrt(8.0 / 3);
  EXPECT_DOUBLE_EQ(x[0], -2 / s);
  EXPECT_DOUBLE_EQ(x[4], 2 / s);
  EXPECT_EQ(x[1], 0);
  EXPECT_EQ(x[5], 0);
}

TEST(Whiten, AConstantColumnIsZeroEvenWhereItsMeanRounds) {
  std::vector<double> x(10, 0.1);
  EXPECT_EQ(whiten(x, 10, 1).size(), 1U);
  EXPECT_THAT(x, Each(0.0));
}

TEST(Airfoil, FloorAndStartOfTheFirst1500Rows) {
  SKIP_WITHOUT_SHARED("airfoil_self_noise.dat");
  const Dataset data =
      load_dataset(case_for("airfoil", shared_file("airfoil_self_noise.dat"), Model::linear));
  EXPECT_EQ(data.train.count, 1500);
  EXPECT_EQ(data.features, 5);
  EXPECT_NEAR(training_loss(data, std::vector<double>(6, 0)), 0.4932589719270374, 1e-13);
  EXPECT_NEAR(training_loss(data, least_squares(data)), 0.24168795509193777, 1e-13);
}

TEST(Airfoil, AllRowsAsAFile) {
  SKIP_WITHOUT_SHARED("airfoil_self_noise.dat");
  const auto file = shared_file("airfoil_self_noise.dat");
  const Dataset data = load_dataset(case_for(file, file, Model::linear));
  EXPECT_EQ(data.train.count, 1503);
  const auto w = least_squares(data);
  EXPECT_NEAR(training_loss(data, std::vector<double>(6, 0)), 0.5, 1e-13);
  EXPECT_NEAR(training_loss(data, w), 0.24214512895356302, 1e-13);
  const std::vector<double> expected{-0.585948, -0.361944, -0.483903, 0.225407, -0.280785, 0};
  for (std::size_t p = 0; p < w.size(); ++p) EXPECT_NEAR(w[p], expected[p], 5e-7);
}

TEST(Airfoil, RawLeastSquares) {
  SKIP_WITHOUT_SHARED("airfoil_self_noise.dat");
  const auto file = shared_file("airfoil_self_noise.dat");
  TrainingCase c = case_for(file, file, Model::linear);
  c.whiten = false;
  const Dataset data = load_dataset(c);
  const auto w = least_squares(data);
  const std::vector<double> expected{-0.0012822071089056966, -0.421911705949208,
                                     -35.6880012258584,      0.099854044851669,
                                     -147.3005187775282,     132.83380577839785};
  for (std::size_t p = 0; p < w.size(); ++p)
    EXPECT_NEAR(w[p] / expected[p], 1, 1e-9) << "parameter " << p;
  EXPECT_NEAR(2 * training_loss(data, w), 23.032747260592355, 1e-9);
}

TEST(Digits, SplitBySeed) {
  SKIP_WITHOUT_SHARED("digits.csv.gz");
  TrainingCase c = case_for("digits", shared_file("digits.csv.gz"), Model::softmax);
  const Dataset first = load_dataset(c);
  EXPECT_EQ(first.train.count, 1200);
  EXPECT_EQ(first.held_out.count, 597);
  EXPECT_EQ(first.features, 64);
  EXPECT_EQ(first.outputs, 10);
  double sum = 0;
  for (const Examples* e : {&first.train, &first.held_out})
    sum = std::accumulate(e->x.begin(), e->x.end(), sum);
  EXPECT_DOUBLE_EQ(sum * 16, 561718);
  EXPECT_EQ(load_dataset(c).train.x, first.train.x);
  c.seed = 1;
  EXPECT_NE(load_dataset(c).train.x, first.train.x);
}

TEST(DataFile, TargetByNameOrNumber) {
  const std::string text = "x,y,z\n1,10,3\n2,20,5\n3,30,9\n";
  EXPECT_THAT(load_text(text, Model::linear, "y", false).train.y, ElementsAre(10, 20, 30));
  EXPECT_THAT(load_text(text, Model::linear, "2", false).train.x, ElementsAre(1, 3, 2, 5, 3, 9));
  EXPECT_THAT(load_text(text, Model::linear, "", false).train.y, ElementsAre(3, 5, 9));
  EXPECT_THAT(error_of(text, Model::linear, "w"), HasSubstr("no column 'w'"));
}

TEST(DataFile, ConstantColumnsAreNotedByTheirPlaceInTheFile) {
  const Dataset data = load_text("1,10,7\n2,20,7\n4,30,7\n", Model::linear, "1");
  EXPECT_THAT(data.notes, ElementsAre("constant columns became 0: 3"));
  for (std::size_t i = 1; i < 6; i += 2) EXPECT_EQ(data.train.x[i], 0);
}

TEST(DataFile, LabelsMustBeWholeAndInRange) {
  const Dataset data = load_text("1,0\n2,2\n3,1\n", Model::softmax);
  EXPECT_EQ(data.outputs, 3);
  EXPECT_THAT(data.train.labels, ElementsAre(0, 2, 1));
  EXPECT_THAT(error_of("1,0\n2,1.5\n", Model::softmax),
              AllOf(HasSubstr("line 2: column 2 is '1.5'"), HasSubstr("label")));
  EXPECT_THAT(error_of("1,0\n\n2,-1\n", Model::softmax), HasSubstr("line 3: column 2 is '-1'"));
  EXPECT_THAT(error_of("1,0\n2,1000\n", Model::softmax), HasSubstr("from 0 to 999"));
}

TEST(DataFile, ModelsThatDoNotFitAreRefused) {
  EXPECT_THROW(load_dataset(case_for("bowl", "", Model::linear)), Error);
  EXPECT_THROW(load_dataset(case_for("airfoil", "", Model::linear)), Error) << "no file";
  EXPECT_THAT(error_of("1\n2\n", Model::linear), HasSubstr("1 column"));
}

TEST(Synthetic, HasTheShapesOfTheRealData) {
  const Dataset linear = load_dataset(case_for("synthetic", "", Model::linear));
  EXPECT_TRUE(linear.synthetic);
  EXPECT_EQ(linear.train.count, 1500);
  EXPECT_EQ(linear.features, 5);
  const double floor = training_loss(linear, least_squares(linear));
  EXPECT_GT(floor, 0.235);
  EXPECT_LT(floor, 0.2455) << "targets of the built-in plans must be within reach";
  const Dataset blobs = load_dataset(case_for("synthetic", "", Model::softmax));
  EXPECT_EQ(blobs.train.count, 1200);
  EXPECT_EQ(blobs.held_out.count, 597);
  EXPECT_EQ(blobs.features, 64);
  EXPECT_EQ(blobs.outputs, 10);
}

TEST(Bowl, PointsAreCentredAndOfUnitSpread) {
  const Dataset bowl = load_dataset(case_for("bowl", "", Model::bowl));
  EXPECT_EQ(bowl.train.count, 1000);
  EXPECT_EQ(bowl.features, 2);
  for (const double c : centre_of(bowl)) EXPECT_NEAR(c, 0, 1e-15);
  double squares = 0;
  for (const double x : bowl.train.x) squares += x * x;
  EXPECT_NEAR(std::sqrt(squares / 2000), 1, 0.02);
}

TEST(StartParameters, FollowTheModelsRule) {
  const Dataset linear = load_dataset(case_for("synthetic", "", Model::linear));
  const auto w = start_parameters(linear, {}, 3);
  EXPECT_EQ(w[5], 0);
  for (std::size_t j = 0; j < 5; ++j) EXPECT_LT(std::fabs(w[j]), 0.06);
  EXPECT_EQ(start_parameters(linear, {}, 3), w);
  EXPECT_NE(start_parameters(linear, {}, 4), w);
  const Dataset blobs = load_dataset(case_for("synthetic", "", Model::softmax));
  const auto s = start_parameters(blobs, {}, 3);
  EXPECT_EQ(s.size(), 650U);
  EXPECT_LT(*std::max_element(s.begin(), s.end()), 0.125);
  EXPECT_GT(*std::max_element(s.begin(), s.end()), 0.12);
  EXPECT_LT(*std::min_element(s.begin(), s.end()), -0.12);
  EXPECT_THROW(start_parameters(linear, {1, 2}, 0), Error);
  EXPECT_THAT(start_parameters(linear, {1, 2, 3, 4, 5, 6}, 0), ElementsAre(1, 2, 3, 4, 5, 6));
}

}  // namespace
}  // namespace sweepmark::host
