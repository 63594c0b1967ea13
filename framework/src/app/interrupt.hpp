// Ctrl-C and SIGTERM: the first asks for an orderly end, the second ends at once.
#pragma once

namespace sweepmark::host {

/// From here on SIGINT and SIGTERM are counted instead of ending the process.
void catch_interrupts();
bool interrupted();

}  // namespace sweepmark::host
