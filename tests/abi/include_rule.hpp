// The rule of the house, by name: which folder may include which.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace sweepmark::test {

/// One `#include` of a file of this project.
struct Include {
  std::string file;  // relative to the source directory
  int line;
  std::string target;  // as written
};

/// Every include of the sources below `root`, in framework/src, reports, plugins and kernels.
std::vector<Include> project_includes(const std::filesystem::path& root);

/// Why this include breaks the rule: "file:line: ..."; "" when it does not. `root` is looked into
/// for what the target is.
std::string broken_rule(const std::filesystem::path& root, const Include& include);

}  // namespace sweepmark::test
