// The project that `sweepmark new-plugin NAME` writes.
#pragma once
#include <string>

namespace sweepmark::host {

std::string plugin_cmake(const std::string& name);
std::string plugin_source(const std::string& name);

}  // namespace sweepmark::host
