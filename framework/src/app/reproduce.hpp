// The command that measures one case alone.
#pragma once
#include <string>

#include "plugin/search.hpp"
#include "record/case.hpp"
#include "record/training_case.hpp"

namespace sweepmark::host {

/// "sweepmark run --kernel gemm.cpu.tiled -a size=256 -a tile=32 ...", ready for a shell.
std::string reproduce_command(const Case& c, const PluginSources& plugins);

std::string reproduce_command(const TrainingCase& c, const PluginSources& plugins);
std::string reproduce_command(const NoiseCase& c, const PluginSources& plugins);

/// "--plugin" and "--plugin-dir" as they were given, with a leading space each.
std::string plugin_arguments(const PluginSources& plugins);

}  // namespace sweepmark::host
