// One case on its way to a row: how it is made ready, sampled and ended. Kernel cases and training
// cases are sampled by the same rounds.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/measurement.hpp"
#include "worker/session.hpp"

namespace sweepmark::host {

class Contender {
 public:
  virtual ~Contender() = default;

  virtual const std::string& id() const = 0;
  /// The plugin set whose worker it lives in.
  virtual const std::string& plugin_set() const = 0;
  /// Steps to readiness, done in order; after the worker was lost they are done again from 0.
  virtual int stages() const = 0;
  virtual void advance(int stage, Session& session, double timeout_seconds) = 0;
  /// The case ended without being measured (or after: a wrong last sample). Drops the samples.
  virtual void settle(Outcome outcome, const std::string& reason,
                      std::optional<double> bound_error) = 0;
  /// The last sample's reply, its stop reason; fills the row.
  virtual void complete(const Json& reply, StoppedBy stopped_by) = 0;
  /// Ends a row early with what it has (Ctrl-C).
  virtual void interrupt() = 0;
  /// Nanoseconds of one call as far as known, 0 when not; and of one sample.
  virtual double call_ns() const = 0;
  virtual std::int64_t calls_per_sample() const = 0;
  virtual double budget_seconds() const = 0;
  /// Sampled beside the others for their sake, as long as there are any; never a row of its own.
  virtual bool companion() const { return false; }

  int handle = 0;
  std::vector<double> samples_ns;
  std::vector<std::int64_t> rounds;
};

}  // namespace sweepmark::host
