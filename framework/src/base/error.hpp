// Broken input or environment: an exception that ends in one line on stderr and an exit code.
#pragma once
#include <stdexcept>
#include <string>
#include <string_view>

namespace sweepmark::host {

/// What the process returns; each number means one thing.
enum class ExitCode : int {
  ok = 0,
  usage = 1,         // command line, plan, input or output file
  failed = 2,        // something failed, crashed or timed out
  wrong = 3,         // a result was wrong (beats `failed`)
  regression = 4,    // compare --fail-on regression
  inconclusive = 5,  // compare --fail-on inconclusive
  nothing = 6,       // nothing matched, or all unsupported or skipped
  interrupted = 130,
};

/// One sentence that names the place, what was found and what was expected.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message, ExitCode code = ExitCode::usage)
      : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

/// An Error whose text is "<what>: <the system's words for error_number>".
Error system_error(std::string_view what, int error_number);

}  // namespace sweepmark::host
