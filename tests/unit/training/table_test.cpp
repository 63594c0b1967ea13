// The rules of the loader, each as a small text, and the public files that break other loaders.
#include "training/table.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "base/error.hpp"
#include "shared_data.hpp"
#include "training/file_content.hpp"

namespace sweepmark::host {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using training_test::shared_file;

std::string error_of(const std::string& text) {
  try {
    parse_table(text, "t.csv");
  } catch (const Error& e) {
    return e.what();
  }
  return "no error";
}

std::vector<double> values_of(const std::string& text) { return parse_table(text, "t").values; }

TEST(Table, LinesEndInLfCrlfOrCr) {
  for (const char* text : {"1,2\n3,4\n", "1,2\r\n3,4\r\n", "1,2\r3,4\r", "1,2\n3,4"}) {
    const Table t = parse_table(text, "t");
    EXPECT_EQ(t.rows, 2) << text;
    EXPECT_THAT(t.values, ElementsAre(1, 2, 3, 4)) << text;
  }
}

TEST(Table, SeparatorsAreTabSemicolonCommaOrBlanks) {
  for (const char* text :
       {"1\t2\n3\t4", "1;2\n3;4", "1,2\n3,4", "1 2\n3   4", " 1 , 2 \n 3,4 ", "\"1\",\"2\"\n3,4"})
    EXPECT_THAT(values_of(text), ElementsAre(1, 2, 3, 4)) << text;
}

TEST(Table, ByteOrderMarkAndBlankLinesAreSkipped) {
  const Table t = parse_table("\xef\xbb\xbf\n1,2\n\n  \t\n3,4\n\n\n", "t");
  EXPECT_THAT(t.values, ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(t.lines, ElementsAre(2, 5));
  EXPECT_THAT(error_of("\xff\xfe 1"), HasSubstr("UTF-16"));
}

TEST(Table, HeaderIsRecognisedAndNamesItsColumns) {
  const Table t = parse_table("alpha,\"b \"\"c\"\", d\",y\n1,2,3\n", "t");
  EXPECT_THAT(t.names, ElementsAre("alpha", "b \"c\", d", "y"));
  EXPECT_EQ(t.rows, 1);
  EXPECT_THAT(t.notes, ElementsAre(HasSubstr("line 1 is a header")));
  EXPECT_EQ(find_column(t, ""), 2);
  EXPECT_EQ(find_column(t, "alpha"), 0);
  EXPECT_EQ(find_column(t, "2"), 1);
  EXPECT_THROW(find_column(t, "4"), Error);
  try {
    find_column(t, "alhpa");
    FAIL();
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), AllOf(HasSubstr("t: no column 'alhpa'"), HasSubstr("'alpha'?")));
  }
}

TEST(Table, AFirstLineOfCountsAndNamesIsNotData) {
  // The first line of a public iris.csv.
  const Table t = parse_table("150,4,setosa,versicolor,virginica\n5.1,3.5,1.4,0.2,0\n", "iris.csv");
  EXPECT_EQ(t.rows, 1);
  EXPECT_EQ(t.columns, 5);
  EXPECT_FALSE(t.notes.empty());
}

TEST(Table, AnEmptyCellIsAnErrorAlsoAtTheEndOfALine) {
  EXPECT_THAT(error_of("1,2,3,\n4,5,6,7\n"), HasSubstr("t.csv: line 1: column 4 is empty"));
  EXPECT_THAT(error_of("4,5,6,7\n1,2,3,"), HasSubstr("t.csv: line 2: column 4 is empty"));
  EXPECT_THAT(error_of("1,,3\n4,5,6\n"), HasSubstr("line 1: column 2 is empty"));
  EXPECT_THAT(error_of(",2\n4,5\n"), HasSubstr("line 1: column 1 is empty"));
}

TEST(Table, DecimalCommasAreNamed) {
  EXPECT_THAT(
      error_of("800;0;0,3048;71,3;0,00266337;126,201"),
      AllOf(HasSubstr("line 1: column 3"), HasSubstr("'0,3048'"), HasSubstr("decimal comma")));
  EXPECT_THAT(error_of("1\t2\n3\t9,99\n"),
              AllOf(HasSubstr("line 2: column 2"), HasSubstr("decimal comma")));
}

TEST(Table, WhatIsNoNumberIsNamedWithItsPlace) {
  for (const char* bad : {"NA", "?", "nan", "1e400", "0x10", "1.5abc", "inf", "-inf", "1,2", "--1",
                          "1 2", "+-1", "1e", "."}) {
    std::string text;
    for (int row = 1; row <= 8; ++row)
      text += row == 7 ? std::string("1\t2\t") + bad + "\n" : "1\t2\t3\n";
    EXPECT_THAT(error_of(text), AllOf(HasSubstr("t.csv: line 7: column 3"),
                                      HasSubstr("'" + std::string(bad) + "'")));
  }
}

TEST(Table, MissingMarkersInTheFirstLineAreNoHeader) {
  for (const char* bad : {"NA", "nan", "N/A", "null", "?", "1.5abc"})
    EXPECT_THAT(error_of("1," + std::string(bad) + "\n1,2\n"), HasSubstr("line 1: column 2"));
}

TEST(Table, NumbersAreReadAsCWritesThem) {
  EXPECT_THAT(values_of("+1.5,-2e-3,.5,7.\n1E2,0,-0,1e-300"),
              ElementsAre(1.5, -0.002, 0.5, 7, 100, 0, 0, 1e-300));
}

TEST(Table, RowsOfAnotherLengthAreNamed) {
  EXPECT_THAT(error_of("1,2,3\n4,5\n"),
              AllOf(HasSubstr("line 2: 2 columns"), HasSubstr("3 columns expected as in line 1")));
  EXPECT_THAT(error_of("a,b,c\n4,5\n"), HasSubstr("3 columns expected as in the header"));
  EXPECT_THAT(error_of("1,2\n4,5,6\n"), HasSubstr("line 2: 3 columns"));
}

TEST(Table, NothingToReadIsAnError) {
  EXPECT_THAT(error_of(""), HasSubstr("no data"));
  EXPECT_THAT(error_of("\n \n"), HasSubstr("no data"));
  EXPECT_THAT(error_of("a,b\n"), HasSubstr("header and no data"));
  EXPECT_THAT(error_of("1,\"2\n"), HasSubstr("quote is not closed"));
  EXPECT_THAT(error_of(std::string("1,2\0\n", 5)), HasSubstr("zero byte"));
}

double mean_of_column(const Table& t, std::int64_t column) {
  double sum = 0;
  for (std::int64_t i = 0; i < t.rows; ++i) sum += t.at(i, column);
  return sum / static_cast<double>(t.rows);
}

TEST(AirfoilFile, ReadsTheSameInEveryEdition) {
  SKIP_WITHOUT_SHARED("airfoil_self_noise.dat");
  const Table crlf = load_table(shared_file("airfoil_self_noise.dat"));
  const Table lf = load_table(shared_file("airfoil_self_noise.lf.dat"));
  const Table header = load_table(shared_file("airfoil_self_noise.badheader.dat"));
  EXPECT_EQ(crlf.rows, 1503);
  EXPECT_EQ(crlf.columns, 6);
  EXPECT_EQ(crlf.values, lf.values);
  EXPECT_EQ(crlf.values, header.values);
  EXPECT_EQ(header.names.size(), 6U);
  EXPECT_EQ(crlf.sha1, "76e5be1548fd8222e5074cf0faae75edff8cf93f");
  EXPECT_EQ(crlf.bytes, 59984U);
  EXPECT_DOUBLE_EQ(mean_of_column(crlf, 0), 2886.3805721889553);
  EXPECT_DOUBLE_EQ(mean_of_column(crlf, 5), 124.83594278110434);
}

TEST(AirfoilFile, BlankLinesAndAMissingLastNewlineChangeNothing) {
  SKIP_WITHOUT_SHARED("airfoil_self_noise.dat");
  std::string text = read_file(shared_file("airfoil_self_noise.dat")).text;
  const auto values = values_of(text);
  EXPECT_EQ(values_of(text + "\n\n"), values);
  text.erase(text.find_last_not_of("\r\n") + 1);
  EXPECT_EQ(values_of(text), values);
}

TEST(DigitsFile, HasItsCountsAndSum) {
  SKIP_WITHOUT_SHARED("digits.csv.gz");
  const Table t = load_table(shared_file("digits.csv.gz"));
  EXPECT_EQ(t.rows, 1797);
  EXPECT_EQ(t.columns, 65);
  EXPECT_EQ(t.sha1, "f3cb7f9d7fedd8272597a05db54bfb7c92c897bc");
  std::vector<int> counts(10);
  double sum = 0;
  for (std::int64_t i = 0; i < t.rows; ++i) {
    ++counts[static_cast<std::size_t>(t.at(i, 64))];
    for (std::int64_t j = 0; j < 64; ++j) sum += t.at(i, j);
  }
  EXPECT_THAT(counts, ElementsAre(178, 182, 177, 183, 181, 182, 181, 179, 174, 180));
  EXPECT_EQ(sum, 561718);
}

}  // namespace
}  // namespace sweepmark::host
