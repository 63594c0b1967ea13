#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string>

#include "harness/plugin_manners.hpp"
#include "worker/line_pipe.hpp"
#include "worker/server.hpp"

namespace sweepmark::host {

void serve(int descriptor) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  catch_standard_output();
  LinePipe pipe(descriptor);
  Server server;
  while (const auto line = pipe.read_line())
    if (!pipe.write_line(to_line(server.handle(Json::parse(*line))))) break;
  ::_exit(0);
}

}  // namespace sweepmark::host
