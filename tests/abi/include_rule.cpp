#include "include_rule.hpp"

#include <fstream>
#include <map>
#include <regex>
#include <set>

namespace sweepmark::test {
namespace {

namespace fs = std::filesystem;

// Each folder and the ones it names; what those may include, it may include too.
const std::map<std::string, std::set<std::string>> named{
    {"base", {}},
    {"record", {"base"}},
    {"ops", {"record", "api"}},
    {"plugin", {"record", "api"}},
    {"store", {"record"}},
    {"plan", {"ops", "plugin"}},
    {"training", {"ops", "plugin"}},
    {"harness", {"ops", "plugin", "training"}},
    {"worker", {"harness"}},
    {"analysis", {"record"}},
    {"reports", {"analysis", "store"}},
    {"app", {"plan", "worker", "reports"}},
    {"plugins", {"api", "kernels"}},
    {"kernels", {}},
    {"api", {}},
};

void collect(const std::string& folder, std::set<std::string>& seen) {
  if (!seen.insert(folder).second) return;
  for (const std::string& next : named.at(folder)) collect(next, seen);
}

std::set<std::string> allowed(const std::string& folder) {
  std::set<std::string> seen;
  collect(folder, seen);
  return seen;
}

std::string list(const std::set<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

// "framework/src/ops/gemm.cpp" -> "ops"; "kernels/cpu/row.hpp" -> "kernels".
std::string folder_of_file(const std::string& file) {
  static const std::string framework = "framework/src/";
  const std::string rest = file.rfind(framework, 0) == 0 ? file.substr(framework.size()) : file;
  return rest.substr(0, rest.find('/'));
}

// The folder an include reaches into; "" for the library's own and the system's headers.
std::string folder_of_target(const fs::path& root, const Include& include) {
  const std::string first = include.target.substr(0, include.target.find('/'));
  const fs::path directory = (root / include.file).parent_path();
  if (first == "sweepmark") return "api";
  if (first == include.target)  // no folder in it: a neighbour
    return fs::exists(directory / include.target) ? folder_of_file(include.file) : "";
  if ((first == "kernels" || first == "plugins" || first == "reports") &&
      fs::exists(root / include.target))
    return first;
  if (named.count(first) != 0 && fs::exists(root / "framework/src" / include.target)) return first;
  return "";
}

// Libraries that one folder alone may touch.
const std::vector<std::pair<std::regex, std::set<std::string>>> libraries{
    {std::regex("boost/dll(/.*|\\.hpp)"), {"plugin"}},
    {std::regex("benchmark/benchmark\\.h"), {"harness"}},
    {std::regex("(cuda|cublas|cudart|nvrtc|nvml).*\\.h"), {"plugins", "kernels"}},
};

}  // namespace

std::vector<Include> project_includes(const fs::path& root) {
  static const std::regex pattern("^\\s*#\\s*include\\s*[\"<]([^\">]+)[\">]");
  std::vector<Include> out;
  for (const char* top : {"framework/src", "reports", "plugins", "kernels"}) {
    if (!fs::exists(root / top)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / top)) {
      const std::string extension = entry.path().extension().string();
      static const std::set<std::string> sources{".hpp", ".h", ".cpp", ".c", ".cu", ".cuh"};
      if (!entry.is_regular_file() || sources.count(extension) == 0) continue;
      std::ifstream file(entry.path());
      std::string text;
      for (int line = 1; std::getline(file, text); ++line) {
        std::smatch match;
        if (std::regex_search(text, match, pattern))
          out.push_back({fs::relative(entry.path(), root).generic_string(), line, match[1]});
      }
    }
  }
  return out;
}

std::string broken_rule(const fs::path& root, const Include& include) {
  const std::string from = folder_of_file(include.file);
  const std::string place = include.file + ":" + std::to_string(include.line) + ": ";
  if (named.count(from) == 0)
    return place + "folder '" + from + "' is not in the rule; add it to include_rule.cpp";
  if (include.target.find("..") != std::string::npos)
    return place + "includes '" + include.target + "', expected a path from the source directory";
  for (const auto& [pattern, folders] : libraries)
    if (std::regex_match(include.target, pattern) && folders.count(from) == 0)
      return place + from + " includes <" + include.target + ">, only " + list(folders) + " may";
  const std::string to = folder_of_target(root, include);
  const std::set<std::string> may = allowed(from);
  if (to.empty() || may.count(to) != 0) return "";
  return place + from + " includes " + to + " ('" + include.target +
         "'), expected one of: " + list(may);
}

}  // namespace sweepmark::test
