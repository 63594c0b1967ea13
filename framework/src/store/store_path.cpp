#include <fmt/format.h>

#include <filesystem>

#include "store/store.hpp"

namespace sweepmark::host {
namespace {

/// Only what every file system and every shell takes without quoting.
std::string file_name_part(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_' || c == '.';
    safe += plain ? c : '_';
  }
  return safe.empty() ? "unnamed" : safe.substr(0, 60);
}

/// "2026-08-24T10:11:12Z" -> "20260824T101112Z".
std::string compact_time(const std::string& started) {
  std::string compact;
  for (const char c : started)
    if (c != '-' && c != ':') compact += c;
  return file_name_part(compact);
}

}  // namespace

std::string default_store_path(const RunHeader& header) {
  const std::string stem =
      fmt::format("results/{}-{}-{}", compact_time(header.started),
                  file_name_part(header.environment.host), file_name_part(header.plan));
  std::string path = stem + ".jsonl";
  // Two runs in one second get a number each.
  for (int i = 2; std::filesystem::exists(path); ++i) path = fmt::format("{}-{}.jsonl", stem, i);
  return path;
}

}  // namespace sweepmark::host
