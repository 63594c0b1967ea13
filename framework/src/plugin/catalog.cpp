#include "plugin/catalog.hpp"

#include "record/json_fields.hpp"

namespace sweepmark::host {

const PluginInfo* Catalog::find(const std::string& key) const {
  for (const auto& plugin : plugins)
    if (plugin_key(plugin) == key) return &plugin;
  return nullptr;
}

std::string shown_id(const PluginInfo& plugin, const std::string& kernel_id) {
  return plugin.alias.empty() ? kernel_id : kernel_id + "@" + plugin.alias;
}

namespace {

Json to_json(const ParamInfo& p) {
  return {{"kind", static_cast<int>(p.kind)},
          {"scale", static_cast<int>(p.scale)},
          {"name", p.name},
          {"unit", p.unit},
          {"help", p.help},
          {"low", host::to_json(p.low)},
          {"high", host::to_json(p.high)},
          {"step", host::to_json(p.step)},
          {"preset", host::to_json(p.preset)},
          {"choices", p.choices}};
}

ParamInfo param_from_json(const Json& json) {
  return {static_cast<ParamKind>(required<int>(json, "kind")),
          static_cast<ParamScale>(required<int>(json, "scale")),
          required<std::string>(json, "name"),
          required<std::string>(json, "unit"),
          required<std::string>(json, "help"),
          value_from_json(required<Json>(json, "low")),
          value_from_json(required<Json>(json, "high")),
          value_from_json(required<Json>(json, "step")),
          value_from_json(required<Json>(json, "preset")),
          required<std::vector<std::string>>(json, "choices")};
}

Json params_json(const std::vector<ParamInfo>& params) {
  Json list = Json::array();
  for (const auto& p : params) list.push_back(to_json(p));
  return list;
}

std::vector<ParamInfo> params_from_json(const Json& json) {
  std::vector<ParamInfo> params;
  for (const auto& p : required<Json>(json, "params")) params.push_back(param_from_json(p));
  return params;
}

}  // namespace

Json to_json(const PluginInfo& info) {
  Json kernels = Json::array(), optimizers = Json::array(), devices = Json::array();
  for (const auto& k : info.kernels)
    kernels.push_back({{"id", k.id},
                       {"version", k.version},
                       {"summary", k.summary},
                       {"operation", to_string(k.operation)},
                       {"device", k.device},
                       {"math", k.math},
                       {"prepacked", k.prepacked},
                       {"has_timer", k.has_timer},
                       {"params", params_json(k.params)}});
  for (const auto& o : info.optimizers)
    optimizers.push_back({{"id", o.id},
                          {"version", o.version},
                          {"summary", o.summary},
                          {"device", o.device},
                          {"states", o.states},
                          {"params", params_json(o.params)}});
  for (const auto& d : info.devices) devices.push_back(to_json(d));
  return {{"path", info.path},
          {"alias", info.alias},
          {"accepted", info.accepted},
          {"reason", info.reason},
          {"id", info.id},
          {"version", info.version},
          {"author", info.author},
          {"license", info.license},
          {"compiler", info.compiler},
          {"flags", info.flags},
          {"library", info.library},
          {"warnings", info.warnings},
          {"library_per_kernel", info.library_per_kernel},
          {"devices", devices},
          {"kernels", kernels},
          {"optimizers", optimizers}};
}

PluginInfo plugin_info_from_json(const Json& json) {
  PluginInfo info;
  info.path = required<std::string>(json, "path");
  info.alias = required<std::string>(json, "alias");
  info.accepted = required<bool>(json, "accepted");
  info.reason = required<std::string>(json, "reason");
  info.id = required<std::string>(json, "id");
  info.version = required<std::string>(json, "version");
  info.author = required<std::string>(json, "author");
  info.license = required<std::string>(json, "license");
  info.compiler = required<std::string>(json, "compiler");
  info.flags = required<std::string>(json, "flags");
  info.library = required<std::string>(json, "library");
  info.library_per_kernel = required<bool>(json, "library_per_kernel");
  info.warnings = required<std::vector<std::string>>(json, "warnings");
  for (const auto& d : required<Json>(json, "devices"))
    info.devices.push_back(gpu_device_from_json(d));
  for (const auto& k : required<Json>(json, "kernels"))
    info.kernels.push_back(
        {required<std::string>(k, "id"), required<std::string>(k, "version"),
         required<std::string>(k, "summary"), named_field(k, "operation", parse_operation),
         required<std::string>(k, "device"), required<std::string>(k, "math"),
         required<bool>(k, "prepacked"), required<bool>(k, "has_timer"), params_from_json(k)});
  for (const auto& o : required<Json>(json, "optimizers"))
    info.optimizers.push_back({required<std::string>(o, "id"), required<std::string>(o, "version"),
                               required<std::string>(o, "summary"),
                               required<std::string>(o, "device"), params_from_json(o),
                               required<std::vector<std::string>>(o, "states")});
  return info;
}

}  // namespace sweepmark::host
