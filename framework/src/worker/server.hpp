// The worker's side: loads plugins, prepares cases, answers requests one at a time.
#pragma once
#include <map>
#include <memory>
#include <string>

#include "harness/prepared_case.hpp"
#include "plugin/library.hpp"
#include "record/json.hpp"

namespace sweepmark::host {

/// Requests, each {"do": verb, ...}; {"outcome", "reason"} is the reply when the case ended:
///   probe      path, alias        -> what the file offers (PluginInfo)
///   empty_call                    -> ns
///   prepare    case, path, alias  -> handle
///   check      handle, mode       -> {}
///   calibrate  handle, check_time -> iterations, call_ns, threads_used, bound_error, timer, notes
///   sample     handle, warm_up, verify -> ns
///   finish     handle             -> as calibrate, and ns of one last, verified sample
///   drop       handle             -> {}
///   train      case, path, alias, optimizer_path, optimizer_alias -> handle
///   learn      handle             -> record, without times
///   calibrate_training handle     -> iterations, call_ns
///   noise      case, path, alias  -> record
class Server {
 public:
  Json handle(const Json& request);

 private:
  Json answer(const std::string& verb, const Json& request);
  Json prepare(const Json& request);
  Json train(const Json& request);
  Json noise(const Json& request);
  int keep(std::unique_ptr<Subject> subject);
  const LoadedPlugin& plugin(const std::string& path, const std::string& alias);
  const LoadedPlugin& loaded(const Json& request, const char* path, const char* alias);
  std::shared_ptr<SharedOperands> operands_for(const Problem& problem);
  Subject& subject(const Json& request);
  template <class Kind>
  Kind& subject_of_kind(const Json& request);

  std::map<std::string, LoadedPlugin> plugins_;
  std::map<std::string, std::weak_ptr<SharedOperands>> operands_;
  std::map<int, std::unique_ptr<Subject>> subjects_;
  int next_handle_ = 1;
};

/// Serves requests from a descriptor, one JSON object a line, until it closes; then ends the
/// process at once (destructors of loaded libraries are known to crash).
[[noreturn]] void serve(int descriptor);

}  // namespace sweepmark::host
