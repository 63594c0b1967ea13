// The command line before it is parsed.
#pragma once
#include <string>
#include <vector>

namespace sweepmark::host {

/// --json, --csv, --markdown and --html print to standard output, or write the file behind '='.
/// This joins "--csv out.csv" to "--csv=out.csv" where the next word can only be the output: it
/// ends in the format's own extension (or is stdout or -), and the inputs the command needs stand
/// before.
std::vector<std::string> with_joined_outputs(const std::vector<std::string>& arguments);

}  // namespace sweepmark::host
