// The workers of a run: one per plugin set, started when first needed, started again when lost.
#pragma once
#include <map>
#include <memory>
#include <string>

#include "plugin/catalog.hpp"
#include "plugin/search.hpp"
#include "worker/session.hpp"

namespace sweepmark::host {

class WorkerPool {
 public:
  explicit WorkerPool(bool in_process) : in_process_(in_process) {}

  /// The worker of this plugin set; every other one is held meanwhile.
  Session& session(const std::string& plugin_set);
  /// Forgets a lost worker; the next session() starts a new one.
  void forget(const std::string& plugin_set) { sessions_.erase(plugin_set); }
  /// Whether the last session() changed from another worker.
  bool changed() const { return changed_; }

 private:
  bool in_process_;
  std::map<std::string, std::unique_ptr<Session>> sessions_;
  std::string current_;
  bool changed_ = false;
};

/// Loads every candidate in a worker of its own, so that a file that crashes or hangs while loading
/// is one refused entry. Aliases must be unique, and ids too among plugins without alias: a second
/// plugin with an id already taken is refused.
Catalog probe_plugins(const std::vector<Candidate>& candidates, bool in_process,
                      double timeout_seconds);

}  // namespace sweepmark::host
