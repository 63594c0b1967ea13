// Which data sets are known, where they are looked for, and where the public can get them.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sweepmark::host {

/// A data set known by name. One that is built in has no files.
struct DatasetInfo {
  std::string name, summary;
  bool built_in = false;
  std::vector<std::string> files;  // accepted names, in this order
  std::int64_t rows = 0, columns = 0;
  std::uint64_t bytes = 0;  // of files[0]
  std::string sha1;         // of files[0]
  std::string source, licence;
  std::vector<std::string> extra_folders;  // looked in last

  // What locate_dataset() adds.
  std::vector<std::string> looked_in;  // folders, in order
  std::string found;                   // the path, "" when there is none
  std::int64_t found_rows = 0, found_columns = 0;
  std::uint64_t found_bytes = 0;
  std::string found_sha1;
  std::string problem;  // why a file found cannot be used, or how it differs
  bool usable = false;
};

/// airfoil, digits, bowl, synthetic: as `sweepmark data` lists them, nothing looked for yet.
std::vector<DatasetInfo> known_datasets();

/// Where data files are looked for, first wins: `data_dirs` (--data-dir, repeatable), the folders
/// of SWEEPMARK_DATA (colons between them), sweepmark/ in XDG_DATA_HOME (or ~/.local/share) and in
/// XDG_DATA_DIRS (or /usr/local/share:/usr/share).
std::vector<std::string> data_folders(const std::vector<std::string>& data_dirs);

/// Looks for the file; reads it when there is one and fills the found_ fields. Never throws for a
/// bad file: `problem` says what is wrong.
void locate_dataset(DatasetInfo& info, const std::vector<std::string>& data_dirs);

/// The file a training case with this data set reads: "" for built-in data, nothing when there is
/// none. A name that is not known is a file's path itself. Throws Error naming the nearest data set
/// when it is neither. The file is not read.
std::optional<std::string> find_data_file(const std::string& dataset,
                                          const std::vector<std::string>& data_dirs);

}  // namespace sweepmark::host
