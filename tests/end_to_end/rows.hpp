// The rows a command left in its store file.
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "store/store.hpp"

namespace sweepmark::test {

/// The first measurement whose id contains `word`; a default row named "missing" when there is
/// none.
inline host::Measurement row_with(const host::RunFile& run, const std::string& word) {
  for (const auto& m : run.measurements)
    if (m.id.find(word) != std::string::npos) return m;
  host::Measurement missing;
  missing.id = "missing";
  return missing;
}

/// Options that make a run short: a few samples of each case.
inline std::vector<std::string> short_run(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "run");
  for (const char* option : {"--budget", "0.05s", "--min-samples", "5"})
    arguments.emplace_back(option);
  return arguments;
}

}  // namespace sweepmark::test
