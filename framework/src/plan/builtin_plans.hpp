// The plans of framework/plans, embedded at build time.
#pragma once
#include <string_view>
#include <vector>

namespace sweepmark::host {

struct BuiltinPlan {
  std::string_view name, text;
};

/// Generated from the .toml files that CMakeLists.txt lists, in that order.
const std::vector<BuiltinPlan>& builtin_plans();

}  // namespace sweepmark::host
