// Where plugin files are looked for. Finds and refuses by path only; opens nothing.
#pragma once
#include <string>
#include <vector>

namespace sweepmark::host {

/// What the user said about plugins; the first of the sources that is there wins.
struct PluginSources {
  std::vector<std::string> files;        // --plugin [ALIAS=]FILE, replaces everything else
  std::vector<std::string> directories;  // --plugin-dir
};

/// A file to load, or one that must not be (refusal says why).
struct Candidate {
  std::string path;
  std::string alias;
  std::string refusal;
};

/// --plugin files; else --plugin-dir; else SWEEPMARK_PLUGIN_PATH (colon separated); else the folder
/// beside the executable. Folders are not searched recursively; only *.swm.so, sorted by name;
/// never the current directory. A world-writable file or folder is refused. A folder or file named
/// by the user that is not there is a refused candidate too, so that nothing is skipped in silence.
std::vector<Candidate> find_plugins(const PluginSources& sources);

/// <folder of the executable>/../lib/sweepmark/plugins.
std::string default_plugin_directory();

}  // namespace sweepmark::host
