#include "app/interrupt.hpp"

#include <unistd.h>

#include <csignal>

#include "base/error.hpp"

namespace sweepmark::host {
namespace {

volatile std::sig_atomic_t interrupts = 0;

void count_interrupt(int) {
  if (interrupts > 0) ::_exit(static_cast<int>(ExitCode::interrupted));
  interrupts = 1;
}

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = count_interrupt;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return interrupts > 0; }

}  // namespace sweepmark::host
