// Expectations that the tests of the plan share.
#pragma once
#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "example_catalog.hpp"
#include "plan/expand.hpp"

namespace sweepmark::host {

/// The text of the Error that the call throws; "" when it throws none.
inline std::string error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ExitCode::usage);
    return error.what();
  }
  return "";
}

/// Two usable CPUs, seed 0.
inline ExpandedPlan expanded(const std::string& toml, const Catalog& catalog = example_catalog()) {
  return expand(parse_plan(toml, "plan.toml"), catalog, ExpandContext{2, 0});
}

inline std::vector<std::string> ids_of(const ExpandedPlan& plan) {
  std::vector<std::string> ids;
  for (const auto& c : plan.cases) ids.push_back(case_id(c));
  for (const auto& c : plan.training) ids.push_back(training_id(c));
  for (const auto& c : plan.noise) ids.push_back(noise_id(c));
  return ids;
}

inline std::string expansion_error(const std::string& toml) {
  return error_of([&] { expanded(toml); });
}

}  // namespace sweepmark::host
