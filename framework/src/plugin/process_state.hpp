// Process-wide state a plugin must leave as it found it (rule 9), saved and restored around it.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace sweepmark::host {

class ProcessState {
 public:
  /// The floating-point control word of this thread and the locale of the process, as they are.
  static ProcessState capture();

  /// Puts back what differs and says what that was: "the floating-point mode", "the locale".
  std::vector<std::string> restore() const;

 private:
  std::uint64_t float_control_ = 0;
  std::string locale_;
};

}  // namespace sweepmark::host
