// What every plugin file found offers, or why it was refused. Plain data: it crosses the worker
// pipe.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/environment.hpp"
#include "record/json.hpp"
#include "record/problem.hpp"
#include "record/value.hpp"

namespace sweepmark::host {

enum class ParamKind { integer, real, choice };
enum class ParamScale { linear, pow2 };

struct ParamInfo {
  ParamKind kind = ParamKind::integer;
  ParamScale scale = ParamScale::linear;
  std::string name, unit, help;
  Value low, high, step, preset;  // integers or reals; a choice's preset is its name
  std::vector<std::string> choices;
};

struct KernelInfo {
  std::string id, version, summary;
  Operation operation = Operation::gemm;
  std::string device = "cpu";  // cpu | cuda
  std::string math = "native";
  bool prepacked = false;
  bool has_timer = false;
  std::vector<ParamInfo> params;
};

struct OptimizerInfo {
  std::string id, version, summary;
  std::string device = "cpu";
  std::vector<ParamInfo> params;
  std::vector<std::string> states;
};

/// One file found: accepted, or refused with a sentence.
struct PluginInfo {
  std::string path;
  std::string alias;  // from --plugin alias=path; "" otherwise
  bool accepted = false;
  std::string reason;  // why not
  std::string id, version, author, license, compiler, flags;
  std::string library;  // the library behind it, in its own words; "" when it does not say
  bool library_per_kernel = false;    // each kernel has a library of its own: a worker for each
  std::vector<std::string> warnings;  // e.g. it changed the floating-point mode while loading
  std::vector<GpuDevice> devices;     // that it sees; empty for plugins of the CPU
  std::vector<KernelInfo> kernels;
  std::vector<OptimizerInfo> optimizers;
};

/// How cases name the plugin: the alias, or else the path.
inline const std::string& plugin_key(const PluginInfo& p) {
  return p.alias.empty() ? p.path : p.alias;
}

/// The workers' name for what runs `kernel_id` of this plugin: kernels with one name share a
/// worker.
inline std::string worker_key(const PluginInfo& p, const std::string& kernel_id) {
  return p.library_per_kernel ? plugin_key(p) + "#" + kernel_id : plugin_key(p);
}

struct Catalog {
  std::vector<PluginInfo> plugins;
  const PluginInfo* find(const std::string& key) const;
};

/// The id rows show: the kernel's own, "@alias" appended when its plugin has one.
std::string shown_id(const PluginInfo& plugin, const std::string& kernel_id);

Json to_json(const PluginInfo& info);
PluginInfo plugin_info_from_json(const Json& json);

}  // namespace sweepmark::host
