// SWEEPMARK_CBLAS, good and bad.
#include <gmock/gmock.h>

#include "plugins/gemm_cblas/library_list.hpp"

namespace {

using sweepmark::cblas::most_libraries;
using sweepmark::cblas::parse_libraries;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(LibraryList, NothingSaidIsNoLibraryAndNoProblem) {
  for (const char* text : {static_cast<const char*>(nullptr), ""}) {
    EXPECT_THAT(parse_libraries(text).libraries, IsEmpty());
    EXPECT_EQ(parse_libraries(text).problem, "");
  }
}

TEST(LibraryList, NamesAndPathsInTheirOrder) {
  const auto list = parse_libraries("openblas:/path/a.so,blis-5_2:/p:q/b.so");
  ASSERT_EQ(list.libraries.size(), 2U) << list.problem;
  EXPECT_EQ(list.libraries[0].name, "openblas");
  EXPECT_EQ(list.libraries[0].path, "/path/a.so");
  EXPECT_EQ(list.libraries[1].name, "blis-5_2");
  EXPECT_EQ(list.libraries[1].path, "/p:q/b.so");
}

TEST(LibraryList, RefusalsSayWhatWasFoundAndExpected) {
  for (const auto& [text, found] :
       {std::pair{"/path/a.so", "'/path/a.so'"}, std::pair{"a:", "'a:'"}, std::pair{":/a", "':/a'"},
        std::pair{"a.b:/a", "'a.b:/a'"}, std::pair{"a:/a,", "''"},
        std::pair{"a:/a,a:/b", "the name 'a' twice"}}) {
    const auto list = parse_libraries(text);
    EXPECT_THAT(list.libraries, IsEmpty()) << text;
    EXPECT_EQ(list.problem, "SWEEPMARK_CBLAS: found " + std::string(found) +
                                ", expected name:/path/library.so,...");
  }
}

TEST(LibraryList, MoreThanTheTablesHoldIsRefused) {
  std::string text;
  for (std::size_t i = 0; i <= most_libraries; ++i)
    text += (i == 0 ? "n" : ",n") + std::to_string(i) + ":/a";
  EXPECT_THAT(parse_libraries(text.c_str()).problem, HasSubstr("more than 16 libraries"));
}

}  // namespace
