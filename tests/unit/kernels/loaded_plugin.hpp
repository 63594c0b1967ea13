// A plugin file opened by dlopen, with none of the host between the test and the ABI.
#pragma once
#include <dlfcn.h>
#include <sweepmark/abi.h>

#include <stdexcept>
#include <string>

namespace sweepmark::test {

/// Loads and never unloads, as the host does. Throws std::runtime_error with dlerror's sentence.
inline const swm_plugin& load_plugin(const std::string& path) {
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(dlerror());
  auto* entry = reinterpret_cast<swm_entry*>(dlsym(library, SWM_ENTRY_NAME));
  if (entry == nullptr) throw std::runtime_error(dlerror());
  static constexpr swm_host host{sizeof(swm_host), SWM_ABI_MAJOR, SWM_ABI_MINOR,
                                 [](const swm_host*, int, const char*) {}};
  return *entry(&host);
}

}  // namespace sweepmark::test
