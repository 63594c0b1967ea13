#include "app/profile.hpp"

#include <fmt/format.h>

#include "worker/session.hpp"

namespace sweepmark::host {
namespace {

// Prepare, one checked run, and about 10 ms of calls for the profiler to see.
void profile_case(const Case& c, const PluginInfo& plugin, Session& session) {
  constexpr double no_limit = 0;
  const auto call = [&](const Json& request) { return session.call(request, no_limit); };
  const Json handle =
      call(
          {{"do", "prepare"}, {"case", to_json(c)}, {"path", plugin.path}, {"alias", plugin.alias}})
          .at("handle");
  call({{"do", "check"}, {"handle", handle}, {"mode", "bound"}});
  call({{"do", "calibrate"}, {"handle", handle}, {"check_time", false}});
  call({{"do", "sample"}, {"handle", handle}, {"warm_up", false}, {"verify", true}});
  call({{"do", "drop"}, {"handle", handle}});
}

}  // namespace

bool profile_cases(const std::vector<Case>& cases, const Catalog& catalog) {
  const auto session = start_in_process();
  bool all_right = true;
  for (const auto& c : cases) {
    if (c.settled) continue;
    try {
      profile_case(c, *catalog.find(c.plugin), *session);
      fmt::print("{}: done\n", case_id(c));
    } catch (const CaseEnded& ended) {
      fmt::print("{}: {}: {}\n", case_id(c), to_string(ended.outcome()), ended.what());
      all_right = all_right && ended.outcome() == Outcome::unsupported;
    }
  }
  return all_right;
}

}  // namespace sweepmark::host
