// Something that can be sampled in rounds: a prepared kernel case or a training run.
#pragma once
#include <string>
#include <vector>

#include "record/json.hpp"

namespace sweepmark::host {

/// One sample. A failed verification throws PluginFailure or Wrong instead.
struct SampleRequest {
  bool warm_up = false;  // one untimed call first: another worker ran in between
  bool verify = false;   // poison the output after the warm-up and check it after the sample
};

class Subject {
 public:
  virtual ~Subject() = default;
  /// Nanoseconds per call (per epoch for training).
  virtual double sample(const SampleRequest& request) = 0;
  /// Ends the case: last checks, and what the record needs beyond the samples.
  virtual Json finish() = 0;
};

}  // namespace sweepmark::host
