#include "training/data_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/error.hpp"
#include "base/text.hpp"
#include "training/table.hpp"

namespace sweepmark::host {
namespace {

std::string environment(const char* name, const std::string& otherwise) {
  const char* value = std::getenv(name);
  return value && *value ? value : otherwise;
}

void append_folders(std::vector<std::string>& folders, const std::string& list,
                    const std::string& below) {
  for (const std::string& folder : split(list, ':'))
    if (!folder.empty()) folders.push_back(folder + below);
}

bool is_file(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

std::vector<std::string> folders_of(const DatasetInfo& info,
                                    const std::vector<std::string>& data_dirs) {
  auto folders = data_folders(data_dirs);
  folders.insert(folders.end(), info.extra_folders.begin(), info.extra_folders.end());
  return folders;
}

std::optional<std::string> first_file(const DatasetInfo& info,
                                      const std::vector<std::string>& folders) {
  for (const std::string& folder : folders)
    for (const std::string& file : info.files)
      if (const auto path = (std::filesystem::path(folder) / file).string(); is_file(path))
        return path;
  return std::nullopt;
}

}  // namespace

std::vector<DatasetInfo> known_datasets() {
  DatasetInfo airfoil;
  airfoil.name = "airfoil";
  airfoil.summary =
      "NASA airfoil self-noise: 5 features, whitened over 1503 rows, the first 1500 used";
  airfoil.files = {"airfoil_self_noise.dat", "airfoil_self_noise.dat.gz"};
  airfoil.rows = 1503;
  airfoil.columns = 6;
  airfoil.bytes = 59984;
  airfoil.sha1 = "76e5be1548fd8222e5074cf0faae75edff8cf93f";
  airfoil.source =
      "UCI Machine Learning Repository, data set 291, https://doi.org/10.24432/C5VW2C (Brooks, "
      "Pope "
      "and Marcolini 1989)";
  airfoil.licence = "CC BY 4.0";

  DatasetInfo digits;
  digits.name = "digits";
  digits.summary =
      "Handwritten digits: 64 pixels of 0 to 16, divided by 16; 1200 to train on, 597 held out";
  digits.files = {"digits.csv.gz", "digits.csv"};
  digits.rows = 1797;
  digits.columns = 65;
  digits.bytes = 57512;
  digits.sha1 = "f3cb7f9d7fedd8272597a05db54bfb7c92c897bc";
  digits.source =
      "scikit-learn's sklearn/datasets/data/digits.csv.gz (Debian: python3-sklearn), the test part "
      "of UCI data set 80, https://doi.org/10.24432/C50P49 (Alpaydin and Kaynak 1998)";
  digits.licence = "BSD-3-Clause package, CC BY 4.0 data";
  digits.extra_folders = {"/usr/lib/python3/dist-packages/sklearn/datasets/data"};

  DatasetInfo bowl;
  bowl.name = "bowl";
  bowl.summary = "1000 centred points in the plane for the quadratic bowl |p - c|^2";
  bowl.built_in = bowl.usable = true;
  bowl.rows = 1000;
  bowl.columns = 2;
  bowl.source = "built in";

  DatasetInfo synthetic;
  synthetic.name = "synthetic";
  synthetic.summary =
      "made-up data in the shapes of airfoil (linear with noise) and digits (ten blobs)";
  synthetic.built_in = synthetic.usable = true;
  synthetic.rows = 1503;
  synthetic.columns = 6;
  synthetic.source = "built in";
  return {airfoil, digits, bowl, synthetic};
}

std::vector<std::string> data_folders(const std::vector<std::string>& data_dirs) {
  std::vector<std::string> folders = data_dirs;
  append_folders(folders, environment("SWEEPMARK_DATA", ""), "");
  const std::string home = environment("HOME", "");
  append_folders(folders, environment("XDG_DATA_HOME", home.empty() ? "" : home + "/.local/share"),
                 "/sweepmark");
  append_folders(folders, environment("XDG_DATA_DIRS", "/usr/local/share:/usr/share"),
                 "/sweepmark");
  return folders;
}

void locate_dataset(DatasetInfo& info, const std::vector<std::string>& data_dirs) {
  if (info.built_in) return;
  info.looked_in = folders_of(info, data_dirs);
  const auto path = first_file(info, info.looked_in);
  if (!path) return;
  info.found = *path;
  try {
    const Table table = load_table(*path);
    info.found_rows = table.rows;
    info.found_columns = table.columns;
    info.found_bytes = table.bytes;
    info.found_sha1 = table.sha1;
    info.usable = table.rows == info.rows && table.columns == info.columns;
    if (!info.usable)
      info.problem = fmt::format("found {} rows of {} columns, expected {} of {}", table.rows,
                                 table.columns, info.rows, info.columns);
    else if (table.sha1 != info.sha1)
      info.problem = "the checksum differs: another edition of the file";
  } catch (const Error& e) {
    info.problem = e.what();
  }
}

std::optional<std::string> find_data_file(const std::string& dataset,
                                          const std::vector<std::string>& data_dirs) {
  std::vector<std::string> names;
  for (const DatasetInfo& info : known_datasets()) {
    if (info.name == dataset) {
      if (info.built_in) return std::string();
      return first_file(info, folders_of(info, data_dirs));
    }
    names.push_back(info.name);
  }
  if (is_file(dataset)) return dataset;
  throw Error(
      fmt::format("data set '{}': found no such name or file, expected one of {} or a "
                  "path{}",
                  dataset, join(names, ", "), did_you_mean(dataset, names)));
}

}  // namespace sweepmark::host
