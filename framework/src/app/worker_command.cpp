#include "app/command.hpp"
#include "worker/server.hpp"

namespace sweepmark::host {

void add_worker(CLI::App& app, Invocation&) {
  // Not for people: the host starts it with the pipe on descriptor 3.
  app.add_subcommand("worker", "")->group("")->callback([] {
    constexpr int descriptor = 3;
    serve(descriptor);
  });
}

}  // namespace sweepmark::host
