// SWEEPMARK_CBLAS=name:/path/a.so,name:/path/b.so, taken apart.
#pragma once
#include <string>
#include <vector>

namespace sweepmark::cblas {

struct NamedLibrary {
  std::string name;  // letters, digits, '_' and '-': a part of a kernel id
  std::string path;
};

/// The most libraries one list may name.
inline constexpr std::size_t most_libraries = 16;

struct LibraryList {
  std::vector<NamedLibrary> libraries;
  std::string problem;  // one sentence on what was found and expected; the list is then empty
};

/// `text` may be null or empty: no library, no problem.
LibraryList parse_libraries(const char* text);

}  // namespace sweepmark::cblas
