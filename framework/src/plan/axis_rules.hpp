// Which axes an operation has of its own, and which values each may take.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plan/plan.hpp"

namespace sweepmark::host {

enum class AxisKind {
  integer,
  real,
  choice,
  text,
  threads,    // an integer, or "all"
  batch,      // an integer, or "all"
  bytes,      // an integer, or "48KiB", "32MiB", "1GiB"
  device,     // an index, "cpu", "cuda" or "cuda:1"
  parameter,  // checked against the optimizer's own range
};

struct AxisRule {
  std::string name;
  AxisKind kind = AxisKind::integer;
  double low = 0, high = 0;  // inclusive, for integer, real, threads, batch, bytes
  std::vector<std::string> choices;
  bool setting = false;  // one answer for the whole sweep, possibly a list: not swept
};

/// gemm, gradient, sgd_epoch, read, triad, fma, training, noise.
const std::vector<std::string>& sweep_operations();

/// The axes of an operation of sweep_operations(), without the parameters of its kernels.
const std::vector<AxisRule>& axis_rules(const std::string& operation);
const AxisRule* find_rule(const std::string& operation, std::string_view name);

/// Whether a sweep of the operation may have the axis: one of its own, or a name that no operation
/// has, which then may be the parameter of a kernel or optimizer. "" is any kernel operation.
bool may_have_axis(const std::string& operation, const std::string& name);

/// Axes that say the same thing and exclude `name`: size and {m, n, k}; n and bytes; epochs and
/// steps.
std::vector<std::string> rivals(const std::string& operation, const std::string& name);

/// Throws Error naming the first value that the rule does not allow.
void check_values(const AxisRule& rule, const Axis& axis);

/// The number of bytes behind a value of an axis of kind `bytes`.
std::optional<std::int64_t> read_bytes(const Value& value);

/// The kind and index behind a value of an axis of kind `device`; no kind for a bare index.
struct DeviceName {
  std::optional<std::string> kind;
  int index = 0;
};
std::optional<DeviceName> read_device(const Value& value);

}  // namespace sweepmark::host
