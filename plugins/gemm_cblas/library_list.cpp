#include "library_list.hpp"

#include <algorithm>

namespace sweepmark::cblas {
namespace {

bool is_name(const std::string& text) {
  constexpr const char* allowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  return !text.empty() && text.find_first_not_of(allowed) == std::string::npos;
}

LibraryList refused(const std::string& found) {
  return {{}, "SWEEPMARK_CBLAS: found " + found + ", expected name:/path/library.so,..."};
}

}  // namespace

LibraryList parse_libraries(const char* text) {
  LibraryList list;
  if (text == nullptr || *text == '\0') return list;
  const std::string all = text;
  for (std::size_t begin = 0; begin <= all.size();) {
    const std::size_t end = std::min(all.find(',', begin), all.size());
    const std::string item = all.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t colon = item.find(':');
    if (colon == std::string::npos || colon + 1 == item.size() || !is_name(item.substr(0, colon)))
      return refused("'" + item + "'");
    NamedLibrary library{item.substr(0, colon), item.substr(colon + 1)};
    for (const NamedLibrary& other : list.libraries)
      if (other.name == library.name) return refused("the name '" + library.name + "' twice");
    list.libraries.push_back(std::move(library));
    if (list.libraries.size() > most_libraries)
      return refused("more than " + std::to_string(most_libraries) + " libraries");
  }
  return list;
}

}  // namespace sweepmark::cblas
