#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/error.hpp"
#include "base/text.hpp"
#include "plan/builtin_plans.hpp"
#include "plan/plan.hpp"

namespace sweepmark::host {
namespace {

std::string read_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw Error(fmt::format("cannot read the plan {}: it is a directory", path));
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw system_error(fmt::format("cannot read the plan {}", path), errno);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) throw system_error(fmt::format("cannot read the plan {}", path), errno);
  return text;
}

}  // namespace

std::vector<std::string> builtin_plan_names() {
  std::vector<std::string> names;
  for (const auto& plan : builtin_plans()) names.emplace_back(plan.name);
  return names;
}

std::optional<std::string> builtin_plan_text(const std::string& name) {
  const auto& plans = builtin_plans();
  const auto found =
      std::find_if(plans.begin(), plans.end(), [&](const auto& p) { return p.name == name; });
  if (found == plans.end()) return std::nullopt;
  return std::string(found->text);
}

Plan load_plan(const std::string& name_or_path) {
  if (const auto text = builtin_plan_text(name_or_path))
    return parse_plan(*text, name_or_path + ".toml");
  std::error_code ignored;
  const bool is_file = std::filesystem::exists(name_or_path, ignored);
  if (!is_file && !name_or_path.ends_with(".toml") && name_or_path.find('/') == std::string::npos) {
    const std::string near = did_you_mean(name_or_path, builtin_plan_names());
    throw Error(fmt::format(
        "unknown plan '{}', expected a built-in plan or a .toml file{}", name_or_path,
        near.empty() ? "; the built-in plans are " + join(builtin_plan_names(), ", ") : near));
  }
  return parse_plan(read_file(name_or_path), name_or_path);
}

}  // namespace sweepmark::host
