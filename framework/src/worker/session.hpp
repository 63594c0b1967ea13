// A conversation with a worker: one JSON request, one JSON reply. The worker may die; the host not.
#pragma once
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "record/json.hpp"
#include "record/outcome.hpp"

namespace sweepmark::host {

/// The worker answered that the case ended: unsupported, failed, wrong, diverged.
class CaseEnded : public std::runtime_error {
 public:
  CaseEnded(Outcome outcome, const std::string& reason, std::optional<double> bound_error)
      : std::runtime_error(reason), outcome_(outcome), bound_error_(bound_error) {}
  Outcome outcome() const { return outcome_; }
  std::optional<double> bound_error() const { return bound_error_; }

 private:
  Outcome outcome_;
  std::optional<double> bound_error_;
};

/// The worker is gone (crashed) or was ended because it did not answer (timed_out), and with it all
/// it had prepared.
class SessionLost : public std::runtime_error {
 public:
  SessionLost(Outcome outcome, const std::string& reason)
      : std::runtime_error(reason), outcome_(outcome) {}
  Outcome outcome() const { return outcome_; }

 private:
  Outcome outcome_;
};

class Session {
 public:
  virtual ~Session() = default;
  /// Sends {"do": verb, ...} and waits for the reply. Throws CaseEnded, or SessionLost after
  /// `timeout_seconds` without an answer; a lost session must not be used again.
  virtual Json call(const Json& request, double timeout_seconds) = 0;
  /// Nothing of the worker runs until the next call: an idle library's threads would burn the
  /// neighbour's processor.
  virtual void hold() = 0;
};

/// A child process of this binary (`sweepmark worker`).
std::unique_ptr<Session> start_worker_process();

/// The same server in this process, for profilers and debuggers: a crash ends the host.
std::unique_ptr<Session> start_in_process();

/// The reply as an exception where it says that the case ended.
const Json& checked_reply(const Json& reply);

}  // namespace sweepmark::host
