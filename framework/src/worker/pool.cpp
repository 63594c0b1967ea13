#include "worker/pool.hpp"

#include <fmt/format.h>

#include <set>

#include "record/json_fields.hpp"

namespace sweepmark::host {
namespace {

std::unique_ptr<Session> start(bool in_process) {
  return in_process ? start_in_process() : start_worker_process();
}

PluginInfo probe(const Candidate& candidate, bool in_process, double timeout_seconds) {
  PluginInfo refused;
  refused.path = candidate.path;
  refused.alias = candidate.alias;
  refused.reason = candidate.refusal;
  if (!candidate.refusal.empty()) return refused;
  try {
    const Json request{{"do", "probe"}, {"path", candidate.path}, {"alias", candidate.alias}};
    return plugin_info_from_json(start(in_process)->call(request, timeout_seconds));
  } catch (const SessionLost& lost) {
    refused.reason = fmt::format("{} while loading", lost.what());
    const std::string during = " during probe";
    if (const auto at = refused.reason.find(during); at != std::string::npos)
      refused.reason.erase(at, during.size());
  } catch (const CaseEnded& ended) {
    refused.reason = ended.what();
  }
  return refused;
}

// The ids this plugin would add; refused when one is taken already.
void claim_ids(PluginInfo& info, std::map<std::string, std::string>& owners) {
  std::vector<std::string> ids;
  for (const auto& k : info.kernels) ids.push_back(shown_id(info, k.id));
  for (const auto& o : info.optimizers) ids.push_back(shown_id(info, o.id));
  for (const auto& id : ids)
    if (const auto it = owners.find(id); it != owners.end()) {
      info.accepted = false;
      info.reason = fmt::format(
          "its id '{}' is taken by {}; load one of them as --plugin "
          "ALIAS=FILE",
          id, it->second);
      return;
    }
  for (const auto& id : ids) owners[id] = info.path;
}

}  // namespace

Session& WorkerPool::session(const std::string& plugin_set) {
  changed_ = current_ != plugin_set;
  if (changed_)
    if (const auto it = sessions_.find(current_); it != sessions_.end()) it->second->hold();
  current_ = plugin_set;
  auto& session = sessions_[plugin_set];
  if (!session) session = start(in_process_);
  return *session;
}

Catalog probe_plugins(const std::vector<Candidate>& candidates, bool in_process,
                      double timeout_seconds) {
  Catalog catalog;
  std::set<std::string> keys;
  std::map<std::string, std::string> owners;
  for (const auto& candidate : candidates) {
    PluginInfo info = probe(candidate, in_process, timeout_seconds);
    if (info.accepted && !keys.insert(plugin_key(info)).second) {
      info.accepted = false;
      info.reason = fmt::format("'{}' was given twice", plugin_key(info));
    }
    if (info.accepted) claim_ids(info, owners);
    catalog.plugins.push_back(std::move(info));
  }
  return catalog;
}

}  // namespace sweepmark::host
