// Process-wide state a plugin must leave as it found it (rule 9), saved and restored around it.
#pragma once
#include <signal.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace sweepmark::host {

class ProcessState {
 public:
  /// The floating-point control word of this thread, the locale and the signal handlers of the
  /// process, as they are.
  static ProcessState capture();

  /// Puts back what differs and says what that was: "the floating-point mode", "the locale",
  /// "a signal handler".
  std::vector<std::string> restore() const;

 private:
  std::uint64_t float_control_ = 0;
  std::string locale_;
  static constexpr int signal_count = 32;  // the classic ones; 0 is none
  std::array<struct sigaction, signal_count> handlers_{};
};

}  // namespace sweepmark::host
