// A plugin of a device that is ordinary memory, inside the test binary: its tables, and what it
// saw.
#pragma once
#include "plugin/library.hpp"

namespace sweepmark::test {

host::LoadedPlugin fake_device_plugin();

/// Cache flushes of all instances since the last call.
int take_flushes();

}  // namespace sweepmark::test
