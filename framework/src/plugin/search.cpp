#include "plugin/search.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "base/text.hpp"

namespace sweepmark::host {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view plugin_suffix = ".swm.so";

bool world_writable(const fs::path& path, bool sticky_is_fine) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return false;
  if ((status.st_mode & S_IWOTH) == 0) return false;
  return !(sticky_is_fine && (status.st_mode & S_ISVTX) != 0);
}

std::string file_refusal(const fs::path& path, bool named_by_user) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (!fs::exists(status)) return "no such file";
  if (!fs::is_regular_file(status)) return "not a regular file";
  if (world_writable(path, false)) return "the file is world-writable; expected mode o-w";
  // In a sticky folder others cannot replace this file, only add their own: fine for one named.
  if (world_writable(path.parent_path(), named_by_user))
    return fmt::format("its folder {} is world-writable; expected mode o-w",
                       path.parent_path().string());
  return {};
}

Candidate candidate_for(const std::string& argument) {
  Candidate candidate;
  std::string path = argument;
  // ALIAS=FILE, unless the text before '=' is already a path.
  if (const auto equals = argument.find('=');
      equals != std::string::npos && argument.substr(0, equals).find('/') == std::string::npos) {
    candidate.alias = argument.substr(0, equals);
    path = argument.substr(equals + 1);
  }
  const fs::path absolute = fs::absolute(path).lexically_normal();
  candidate.path = absolute.string();
  candidate.refusal = file_refusal(absolute, true);
  return candidate;
}

void add_directory(const std::string& directory, std::vector<Candidate>& found) {
  std::error_code error;
  const fs::path absolute = fs::absolute(directory, error).lexically_normal();
  std::vector<fs::path> files;
  fs::directory_iterator entries(absolute, error);
  if (error) {
    found.push_back(
        {absolute.string(), "", fmt::format("cannot read the folder: {}", error.message())});
    return;
  }
  for (; entries != fs::directory_iterator(); entries.increment(error))
    if (entries->path().string().ends_with(plugin_suffix)) files.push_back(entries->path());
  std::sort(files.begin(), files.end());
  for (const auto& file : files) found.push_back({file.string(), "", file_refusal(file, false)});
}

}  // namespace

std::string default_plugin_directory() {
  std::error_code error;
  const fs::path executable = fs::read_symlink("/proc/self/exe", error);
  return (executable.parent_path() / "../lib/sweepmark/plugins").lexically_normal().string();
}

std::vector<Candidate> find_plugins(const PluginSources& sources) {
  std::vector<Candidate> found;
  if (!sources.files.empty()) {
    for (const auto& file : sources.files) found.push_back(candidate_for(file));
    return found;
  }
  std::vector<std::string> directories = sources.directories;
  if (directories.empty())
    // NOLINTNEXTLINE(concurrency-mt-unsafe): read before any thread is started.
    if (const char* path = std::getenv("SWEEPMARK_PLUGIN_PATH"))
      for (auto& part : split(path, ':'))
        if (!part.empty()) directories.push_back(std::move(part));
  if (directories.empty()) directories.push_back(default_plugin_directory());
  for (const auto& directory : directories) add_directory(directory, found);
  return found;
}

}  // namespace sweepmark::host
