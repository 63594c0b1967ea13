// The only place with Boost.DLL. <vector> and <string> come first: 1.74 forgets them.
#include <string>
#include <vector>

#define BOOST_DLL_USE_STD_FS
#include "plugin/library.hpp"

#include <fmt/format.h>

#include <boost/dll/shared_library.hpp>
#include <cstdio>
#include <memory>

#include "base/error.hpp"
#include "plugin/devices.hpp"
#include "plugin/extension.hpp"
#include "plugin/process_state.hpp"
#include "plugin/tables.hpp"

namespace sweepmark::host {
namespace {

void log_from_plugin(const swm_host*, int level, const char* message) {
  const char* const names[] = {"error", "warning", "note"};
  fmt::print(stderr, "plugin {}: {}\n", names[level < 0 || level > 2 ? 2 : level],
             message ? message : "");
}

constexpr swm_host host_table{sizeof(swm_host), SWM_ABI_MAJOR, SWM_ABI_MINOR, log_from_plugin};

// The loader's own words out of "... (dlerror system message: WORDS): Bad file descriptor".
std::string dlerror_in(const std::string& text) {
  const std::string before = "dlerror system message: ";
  const auto begin = text.find(before), end = text.rfind("): ");
  if (begin == std::string::npos || end == std::string::npos) return text;
  return text.substr(begin + before.size(), end - begin - before.size());
}

// Kept in memory that is never freed: a destructor at exit would unload (see the header).
boost::dll::shared_library& open_forever(const std::string& path) {
  auto* library = new boost::dll::shared_library();  // NOLINT(cppcoreguidelines-owning-memory)
  // The throwing form: its text keeps dlerror, which names a missing dependency.
  try {
    library->load(path, boost::dll::load_mode::rtld_now | boost::dll::load_mode::rtld_local);
  } catch (const std::exception& problem) {
    throw Error(dlerror_in(problem.what()));
  }
  return *library;
}

std::string library_text(const swm_plugin* plugin) {
  const auto* library =
      static_cast<const swm_library*>(extension_table(plugin, SWM_LIBRARY_EXTENSION));
  if (!SWM_HAS(library, swm_library, describe) || !library->describe) return {};
  const char* text = library->describe();
  return text ? text : "";
}

void load_tables(const std::string& path, LoadedPlugin& loaded) {
  auto& library = open_forever(path);
  if (!library.has(SWM_ENTRY_NAME))
    throw Error(fmt::format("it exports no {}; expected a plugin built for ABI {}.{}",
                            SWM_ENTRY_NAME, SWM_ABI_MAJOR, SWM_ABI_MINOR));
  const swm_plugin* plugin = library.get<swm_entry>(SWM_ENTRY_NAME)(&host_table);
  check_tables(plugin);
  describe_tables(*plugin, loaded.info);
  loaded.info.library = library_text(plugin);
  loaded.info.devices = devices_of(*plugin);
  loaded.descriptor = plugin;
  loaded.info.accepted = true;
}

}  // namespace

LoadedPlugin load_plugin(const std::string& path, const std::string& alias) {
  LoadedPlugin loaded;
  loaded.info.path = path;
  loaded.info.alias = alias;
  const auto state = ProcessState::capture();
  try {
    load_tables(path, loaded);
  } catch (const std::exception& problem) {
    loaded.info.reason = problem.what();
  }
  for (const auto& what : state.restore())
    loaded.info.warnings.push_back(fmt::format("changed {} while loading; put back", what));
  return loaded;
}

namespace {
template <class T>
const T* by_id(const T* const* list, std::uint32_t count, const std::string& id) {
  for (std::uint32_t i = 0; i < count; ++i)
    if (id == list[i]->id) return list[i];
  return nullptr;
}
}  // namespace

const swm_kernel* LoadedPlugin::kernel(const std::string& id) const {
  return descriptor ? by_id(descriptor->kernels, descriptor->kernel_count, id) : nullptr;
}

const swm_optimizer* LoadedPlugin::optimizer(const std::string& id) const {
  return descriptor ? by_id(descriptor->optimizers, descriptor->optimizer_count, id) : nullptr;
}

}  // namespace sweepmark::host
