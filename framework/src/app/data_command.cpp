#include <fmt/format.h>

#include <memory>

#include "app/command.hpp"
#include "training/data_search.hpp"

namespace sweepmark::host {
namespace {

void print_dataset(const DatasetInfo& info) {
  fmt::print("{}  {}\n", info.name, info.summary);
  if (info.built_in) {
    fmt::print("    built in\n");
    return;
  }
  fmt::print("    wanted    {} ({} rows, {} columns, {} bytes, SHA-1 {})\n", info.files.front(),
             info.rows, info.columns, info.bytes, info.sha1);
  for (const auto& folder : info.looked_in) fmt::print("    looked in {}\n", folder);
  if (info.found.empty())
    fmt::print("    not found\n");
  else
    fmt::print("    found     {} ({} rows, {} columns, {} bytes, SHA-1 {})\n", info.found,
               info.found_rows, info.found_columns, info.found_bytes, info.found_sha1);
  if (!info.problem.empty()) fmt::print("    {}\n", info.problem);
  fmt::print("    source    {}\n    licence   {}\n", info.source, info.licence);
}

}  // namespace

void add_data(CLI::App& app, Invocation&) {
  auto* command = app.add_subcommand("data", "the data sets: where looked for, what was found");
  auto folders = std::make_shared<std::vector<std::string>>();
  command->add_option("--data-dir", *folders, "look here first; repeatable")
      ->type_name("DIR")
      ->allow_extra_args(false);
  command->callback([folders] {
    for (auto info : known_datasets()) {
      locate_dataset(info, *folders);
      print_dataset(info);
    }
  });
}

}  // namespace sweepmark::host
