// Where the ceilings measured on this machine are kept between invocations.
#pragma once
#include <optional>
#include <string>

#include "record/environment.hpp"

namespace sweepmark::host {

/// $XDG_DATA_HOME (or ~/.local/share)/sweepmark/ceilings-<host>.json
std::string machine_file_path(const Environment& environment);

/// What `sweepmark machine --measure` stored here for this processor; nothing when it never ran, or
/// when the processor is another one. Throws Error for a broken file.
std::optional<Ceilings> load_ceilings(const Environment& environment);

/// Throws Error when the file cannot be written.
void save_ceilings(const Environment& environment, const Ceilings& ceilings);

}  // namespace sweepmark::host
