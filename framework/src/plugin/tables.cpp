#include "plugin/tables.hpp"

#include <fmt/format.h>

#include <set>
#include <string>

#include "base/error.hpp"
#include "plugin/kernel_library.hpp"

namespace sweepmark::host {
namespace {

std::string text(const char* s) { return s ? s : ""; }

// Version 1.0's structs are the smallest ones a plugin can have been built with.
void require_size(const std::string& what, std::uint32_t found, std::size_t expected) {
  if (found < expected)
    throw Error(fmt::format("{} has size {} bytes, expected at least {} (ABI {}.{})", what, found,
                            expected, SWM_ABI_MAJOR, SWM_ABI_MINOR));
}

void require(bool holds, const std::string& sentence) {
  if (!holds) throw Error(sentence);
}

void check_range(const swm_param& p, const std::string& where) {
  switch (p.kind) {
    case SWM_PARAM_INT:
      require(
          p.low.i <= p.preset.i && p.preset.i <= p.high.i,
          fmt::format("{}: preset {} is outside [{}, {}]", where, p.preset.i, p.low.i, p.high.i));
      require(p.scale == SWM_SCALE_LINEAR || (p.scale == SWM_SCALE_POW2 && p.low.i > 0),
              fmt::format("{}: scale {} does not fit the range", where, p.scale));
      return;
    case SWM_PARAM_REAL:
      require(
          p.low.d <= p.preset.d && p.preset.d <= p.high.d,
          fmt::format("{}: preset {} is outside [{}, {}]", where, p.preset.d, p.low.d, p.high.d));
      return;
    case SWM_PARAM_CHOICE:
      require(
          p.choices && p.choice_count > 0 && p.preset.i >= 0 && p.preset.i < p.choice_count,
          fmt::format("{}: preset {} is not one of {} choices", where, p.preset.i, p.choice_count));
      return;
    default:
      throw Error(fmt::format("{}: kind {} is not known", where, p.kind));
  }
}

void check_params(const swm_param* const* params, std::uint32_t count, const std::string& where) {
  require(count == 0 || params, fmt::format("{}: {} params but no list", where, count));
  std::set<std::string> names;
  for (std::uint32_t i = 0; i < count; ++i) {
    require(params[i], fmt::format("{}: param {} is null", where, i));
    const swm_param& p = *params[i];
    require_size(fmt::format("{}: param {}", where, i), p.size, sizeof(swm_param));
    require(p.name && *p.name, fmt::format("{}: param {} has no name", where, i));
    require(names.insert(p.name).second, fmt::format("{}: param '{}' twice", where, p.name));
    check_range(p, fmt::format("{}: param '{}'", where, p.name));
  }
}

void check_kernel(const swm_kernel* k, std::uint32_t i, std::set<std::string>& ids) {
  require(k, fmt::format("kernel {} is null", i));
  require_size(fmt::format("kernel {}", i), k->size, sizeof(swm_kernel));
  require(k->id && *k->id, fmt::format("kernel {} has no id", i));
  require(ids.insert(k->id).second, fmt::format("kernel id '{}' appears twice", k->id));
  require(k->op >= SWM_OP_GEMM && k->op <= SWM_OP_FMA,
          fmt::format("kernel '{}': operation {} is not known", k->id, k->op));
  require(k->device == SWM_CPU || k->device == SWM_CUDA,
          fmt::format("kernel '{}': device {} is not known", k->id, k->device));
  require(k->supports && k->prepare && k->run && k->teardown,
          fmt::format("kernel '{}': supports, prepare, run and teardown must all be there", k->id));
  check_params(k->params, k->param_count, fmt::format("kernel '{}'", k->id));
}

void check_optimizer(const swm_optimizer* o, std::uint32_t i, std::set<std::string>& ids) {
  require(o, fmt::format("optimizer {} is null", i));
  require_size(fmt::format("optimizer {}", i), o->size, sizeof(swm_optimizer));
  require(o->id && *o->id, fmt::format("optimizer {} has no id", i));
  require(ids.insert(o->id).second, fmt::format("optimizer id '{}' appears twice", o->id));
  require(
      o->supports && o->create && o->step && o->destroy,
      fmt::format("optimizer '{}': supports, create, step and destroy must all be there", o->id));
  require(o->state_count == 0 || o->states,
          fmt::format("optimizer '{}': {} states but no list", o->id, o->state_count));
  check_params(o->params, o->param_count, fmt::format("optimizer '{}'", o->id));
}

Value value_of(const swm_param& p, swm_value v) {
  if (p.kind == SWM_PARAM_REAL) return v.d;
  return v.i;
}

std::vector<ParamInfo> describe_params(const swm_param* const* params, std::uint32_t count) {
  std::vector<ParamInfo> list;
  for (std::uint32_t i = 0; i < count; ++i) {
    const swm_param& p = *params[i];
    ParamInfo info;
    info.kind = p.kind == SWM_PARAM_INT    ? ParamKind::integer
                : p.kind == SWM_PARAM_REAL ? ParamKind::real
                                           : ParamKind::choice;
    info.scale = p.scale == SWM_SCALE_POW2 ? ParamScale::pow2 : ParamScale::linear;
    info.name = p.name;
    info.unit = text(p.unit);
    info.help = text(p.help);
    info.low = value_of(p, p.low);
    info.high = value_of(p, p.high);
    info.step = value_of(p, p.step);
    info.preset = value_of(p, p.preset);
    if (p.kind == SWM_PARAM_CHOICE) {
      for (std::uint32_t c = 0; c < p.choice_count; ++c) info.choices.push_back(text(p.choices[c]));
      info.preset = info.choices[static_cast<std::size_t>(p.preset.i)];
    }
    list.push_back(std::move(info));
  }
  return list;
}

std::string math_name(std::uint32_t math) {
  switch (math) {
    case SWM_MATH_TF32:
      return "tf32";
    case SWM_MATH_BF16:
      return "bf16";
    case SWM_MATH_FP16:
      return "fp16";
    default:
      return "native";
  }
}

std::string device_name(std::uint32_t device) { return device == SWM_CUDA ? "cuda" : "cpu"; }

}  // namespace

void check_tables(const swm_plugin* plugin) {
  require(plugin, fmt::format("{} returned null", SWM_ENTRY_NAME));
  // The version stands in the first 8 bytes, so it can be read whatever the rest looks like.
  require_size("the descriptor", plugin->size, offsetof(swm_plugin, id));
  require(plugin->abi_major == SWM_ABI_MAJOR,
          fmt::format("it has ABI version {}.{}, expected {}.{}", plugin->abi_major,
                      plugin->abi_minor, SWM_ABI_MAJOR, SWM_ABI_MINOR));
  require_size("the descriptor", plugin->size, sizeof(swm_plugin));
  require(plugin->id && *plugin->id, "the descriptor has no id");
  require(plugin->kernel_count == 0 || plugin->kernels,
          fmt::format("{} kernels but no list", plugin->kernel_count));
  require(plugin->optimizer_count == 0 || plugin->optimizers,
          fmt::format("{} optimizers but no list", plugin->optimizer_count));
  require(plugin->kernel_count + plugin->optimizer_count > 0 || has_library_per_kernel(*plugin),
          "it offers no kernel or optimizer");
  std::set<std::string> ids;
  for (std::uint32_t i = 0; i < plugin->kernel_count; ++i) check_kernel(plugin->kernels[i], i, ids);
  for (std::uint32_t i = 0; i < plugin->optimizer_count; ++i)
    check_optimizer(plugin->optimizers[i], i, ids);
}

void describe_tables(const swm_plugin& plugin, PluginInfo& info) {
  info.id = text(plugin.id);
  info.version = text(plugin.version);
  info.author = text(plugin.author);
  info.license = text(plugin.license);
  info.compiler = text(plugin.compiler);
  info.flags = text(plugin.flags);
  info.library_per_kernel = has_library_per_kernel(plugin);
  for (std::uint32_t i = 0; i < plugin.kernel_count; ++i) {
    const swm_kernel& k = *plugin.kernels[i];
    // Operation's values are in the order of swm_op, which check_tables bounded.
    info.kernels.push_back({text(k.id), text(k.version), text(k.summary),
                            static_cast<Operation>(k.op - SWM_OP_GEMM), device_name(k.device),
                            math_name(k.math), k.prepacked != 0, k.timer != nullptr,
                            describe_params(k.params, k.param_count)});
  }
  for (std::uint32_t i = 0; i < plugin.optimizer_count; ++i) {
    const swm_optimizer& o = *plugin.optimizers[i];
    OptimizerInfo optimizer{text(o.id),
                            text(o.version),
                            text(o.summary),
                            device_name(o.device),
                            describe_params(o.params, o.param_count),
                            {}};
    for (std::uint32_t s = 0; s < o.state_count; ++s) optimizer.states.push_back(text(o.states[s]));
    info.optimizers.push_back(std::move(optimizer));
  }
}

}  // namespace sweepmark::host
