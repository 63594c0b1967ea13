#include "app/machine_file.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/output_file.hpp"
#include "base/error.hpp"
#include "record/json_fields.hpp"

namespace sweepmark::host {
namespace fs = std::filesystem;

std::string machine_file_path(const Environment& environment) {
  // NOLINTBEGIN(concurrency-mt-unsafe): read before any thread is started.
  const char* data_home = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  // NOLINTEND(concurrency-mt-unsafe)
  const fs::path base =
      data_home && *data_home ? fs::path(data_home) : fs::path(home ? home : "/") / ".local/share";
  return (base / "sweepmark" / fmt::format("ceilings-{}.json", environment.host)).string();
}

std::optional<Ceilings> load_ceilings(const Environment& environment) {
  const auto path = machine_file_path(environment);
  std::ifstream file(path);
  if (!file) return std::nullopt;
  std::stringstream text;
  text << file.rdbuf();
  try {
    const Json json = Json::parse(text.str());
    if (required<std::string>(json, "cpu") != environment.cpu ||
        required<int>(json, "usable_cpus") != environment.usable_cpus)
      return std::nullopt;
    return ceilings_from_json(required<Json>(json, "ceilings"));
  } catch (const std::exception& problem) {
    throw Error(
        fmt::format("{}: {}; sweepmark machine --measure writes it anew", path, problem.what()));
  }
}

void save_ceilings(const Environment& environment, const Ceilings& ceilings) {
  const auto path = machine_file_path(environment);
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  if (error) throw Error(fmt::format("cannot write {}: {}", path, error.message()));
  const Json json{{"cpu", environment.cpu},
                  {"usable_cpus", environment.usable_cpus},
                  {"ceilings", to_json(ceilings)}};
  OutputFile(path).write(json.dump(2) + "\n");
}

}  // namespace sweepmark::host
