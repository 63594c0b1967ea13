#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <memory>

#include "app/command.hpp"
#include "app/output_file.hpp"
#include "app/plugin_template.hpp"

namespace sweepmark::host {
namespace {
namespace fs = std::filesystem;

void require_identifier(const std::string& name) {
  bool good = !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) != 0;
  for (const char c : name)
    good = good && (std::islower(static_cast<unsigned char>(c)) != 0 ||
                    std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '_');
  if (!good)
    throw Error(fmt::format("new-plugin: found '{}', expected a name of a-z, 0-9 and _", name));
}

void write_project(const std::string& name) {
  require_identifier(name);
  if (fs::exists(name)) throw Error(fmt::format("new-plugin: {} is there already", name));
  std::error_code error;
  fs::create_directories(name, error);
  if (error) throw Error(fmt::format("cannot write {}: {}", name, error.message()));
  OutputFile(name + "/CMakeLists.txt").write(plugin_cmake(name));
  OutputFile(name + "/" + name + ".cpp").write(plugin_source(name));
  fmt::print(
      "wrote {0}/CMakeLists.txt and {0}/{0}.cpp\n\n"
      "  cmake -S {0} -B {0}/build -Dsweepmark_DIR=<sweepmark build or install>\n"
      "  cmake --build {0}/build\n"
      "  sweepmark run --plugin {0}/build/{0}.swm.so --kernel '*' -a size=64,256\n",
      name);
}

}  // namespace

void add_new_plugin(CLI::App& app, Invocation&) {
  auto* command = app.add_subcommand("new-plugin", "write a plugin project to start from");
  auto name = std::make_shared<std::string>();
  command->add_option("name", *name, "its name, also the folder")->required();
  command->callback([name] { write_project(*name); });
}

}  // namespace sweepmark::host
