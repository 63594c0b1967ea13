#include "app/arguments.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace sweepmark::host {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> outputs{
    {{"--json", ".json"}, {"--csv", ".csv"}, {"--markdown", ".md"}, {"--html", ".html"}}};

std::string_view extension_of(const std::string& option) {
  for (const auto& [name, extension] : outputs)
    if (option == name) return extension;
  return {};
}

std::size_t inputs_needed(const std::string& command) {
  if (command == "report" || command == "history") return 1;
  return command == "compare" ? 2 : 0;
}

}  // namespace

std::vector<std::string> with_joined_outputs(const std::vector<std::string>& arguments) {
  std::vector<std::string> joined;
  std::size_t inputs = 0;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto& word = arguments[i];
    const auto extension = extension_of(word);
    const bool has_next = i + 1 < arguments.size();
    if (!extension.empty() && has_next && inputs >= inputs_needed(arguments[0])) {
      const auto& next = arguments[i + 1];
      if (next.ends_with(extension) || next == "stdout" || next == "-") {
        joined.push_back(word + "=" + next);
        ++i;
        continue;
      }
    }
    if (i > 0 && !word.starts_with('-')) ++inputs;
    joined.push_back(word);
  }
  return joined;
}

}  // namespace sweepmark::host
