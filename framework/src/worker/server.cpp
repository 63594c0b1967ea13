#include "worker/server.hpp"

#include <fmt/format.h>

#include <new>

#include "base/error.hpp"
#include "harness/empty_call.hpp"
#include "harness/kernel_lookup.hpp"
#include "harness/training_subject.hpp"
#include "plugin/kernel_library.hpp"
#include "record/json_fields.hpp"
#include "training/gradient_noise.hpp"

namespace sweepmark::host {
namespace {

Json ended(Outcome outcome, const std::string& reason, std::optional<double> bound_error = {}) {
  return {{"outcome", to_string(outcome)},
          {"reason", reason},
          {"bound_error", number_or_null(bound_error)}};
}

}  // namespace

Json Server::handle(const Json& request) {
  try {
    return answer(required<std::string>(request, "do"), request);
  } catch (const Wrong& wrong) {
    return ended(Outcome::wrong, wrong.what(), wrong.bound_error());
  } catch (const PluginFailure& failure) {
    return ended(failure.outcome(), failure.what());
  } catch (const std::bad_alloc&) {
    return ended(Outcome::failed, "out of memory");
  } catch (const std::exception& problem) {
    return ended(Outcome::failed, problem.what());
  } catch (...) {
    return ended(Outcome::failed, "an exception of unknown type left the plugin (rule 9)");
  }
}

template <class Kind>
Kind& Server::subject_of_kind(const Json& request) {
  auto* kind = dynamic_cast<Kind*>(&subject(request));
  if (!kind) throw Error("the handle is of another kind of case");
  return *kind;
}

Json Server::answer(const std::string& verb, const Json& request) {
  if (verb == "probe")
    return to_json(
        plugin(required<std::string>(request, "path"), required<std::string>(request, "alias"))
            .info);
  if (verb == "empty_call") return {{"ns", measure_empty_call()}};
  if (verb == "prepare") return prepare(request);
  if (verb == "check") {
    subject_of_kind<PreparedCase>(request).check(
        required<std::string>(request, "mode") == "exact" ? FillMode::exact : FillMode::bound);
    return Json::object();
  }
  if (verb == "calibrate") {
    auto& c = subject_of_kind<PreparedCase>(request);
    c.calibrate(required<bool>(request, "check_time"));
    return c.readiness();
  }
  if (verb == "sample")
    return {{"ns", subject(request).sample({.warm_up = required<bool>(request, "warm_up"),
                                            .verify = required<bool>(request, "verify")})}};
  if (verb == "finish") return subject(request).finish();
  if (verb == "train") return train(request);
  if (verb == "learn") {
    auto& training = subject_of_kind<TrainingSubject>(request);
    training.learn();
    return {{"record", training.untimed_record()}};
  }
  if (verb == "calibrate_training") return subject_of_kind<TrainingSubject>(request).calibrate();
  if (verb == "noise") return noise(request);
  if (verb == "drop") {
    subjects_.erase(required<int>(request, "handle"));
    return Json::object();
  }
  throw Error(fmt::format("the worker does not know how to '{}'", verb));
}

int Server::keep(std::unique_ptr<Subject> subject) {
  const int handle = next_handle_++;
  subjects_[handle] = std::move(subject);
  return handle;
}

const LoadedPlugin& Server::loaded(const Json& request, const char* path, const char* alias) {
  const auto& plugin_file =
      plugin(required<std::string>(request, path), required<std::string>(request, alias));
  if (!plugin_file.descriptor) throw PluginFailure(Outcome::failed, plugin_file.info.reason);
  return plugin_file;
}

Json Server::prepare(const Json& request) {
  const Case c = case_from_json(required<Json>(request, "case"));
  const auto& plugin = loaded(request, "path", "alias");
  const int handle = keep(std::make_unique<PreparedCase>(c, plugin, operands_for(c.problem)));
  return {{"handle", handle},
          {"library", kernel_library(*plugin.descriptor, kernel_named(c.kernel, plugin).id)}};
}

Json Server::train(const Json& request) {
  const auto c = training_case_from_json(required<Json>(request, "case"));
  const auto& gradient = loaded(request, "path", "alias");
  const auto& optimizer = loaded(request, "optimizer_path", "optimizer_alias");
  return {{"handle", keep(std::make_unique<TrainingSubject>(c, gradient, optimizer))}};
}

Json Server::noise(const Json& request) {
  const auto c = noise_case_from_json(required<Json>(request, "case"));
  const auto& gradient = loaded(request, "path", "alias");
  return {
      {"record", to_json(measure_noise(c, load_dataset(c), kernel_named(c.gradient, gradient)))}};
}

const LoadedPlugin& Server::plugin(const std::string& path, const std::string& alias) {
  const std::string key = alias + "=" + path;
  const auto it = plugins_.find(key);
  if (it != plugins_.end()) return it->second;
  return plugins_.emplace(key, load_plugin(path, alias)).first->second;
}

std::shared_ptr<SharedOperands> Server::operands_for(const Problem& problem) {
  auto& known = operands_[to_line(to_json(problem))];
  auto set = known.lock();
  if (!set) {
    set = std::make_shared<SharedOperands>(problem);
    known = set;
  }
  return set;
}

Subject& Server::subject(const Json& request) {
  const auto it = subjects_.find(required<int>(request, "handle"));
  if (it == subjects_.end()) throw Error("the worker has no such handle");
  return *it->second;
}

}  // namespace sweepmark::host
