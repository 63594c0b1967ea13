// A plugin's kernel behind RAII: statuses become exceptions, process state is guarded.
#pragma once
#include <sweepmark/abi.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "plugin/catalog.hpp"
#include "record/outcome.hpp"
#include "record/value.hpp"

namespace sweepmark::host {

/// A plugin said no, or misbehaved in a way that does not end the process.
class PluginFailure : public std::runtime_error {
 public:
  PluginFailure(Outcome outcome, const std::string& reason)
      : std::runtime_error(reason), outcome_(outcome) {}
  Outcome outcome() const { return outcome_; }

 private:
  Outcome outcome_;  // unsupported or failed
};

/// Throws PluginFailure unless status is SWM_OK; a refusal without a sentence is named as such
/// (rule 10).
void check_status(swm_status status, const char* message, const char* call);

/// One value per parameter, in the plugin's order; settings not named take the preset. Throws Error
/// for a value of the wrong kind or out of range.
std::vector<swm_value> to_abi_values(const std::vector<ParamInfo>& params,
                                     const Settings& settings);

/// Whether the kernel takes the problem; the reason when it does not.
std::optional<std::string> refusal(const swm_kernel& kernel, const swm_problem& problem,
                                   const std::vector<swm_value>& tuning);

/// A prepared kernel. The operands must outlive it.
class KernelInstance {
 public:
  KernelInstance(const swm_kernel& kernel, const swm_problem& problem,
                 const std::vector<swm_value>& tuning, const swm_operands& operands);
  ~KernelInstance();
  KernelInstance(const KernelInstance&) = delete;
  KernelInstance& operator=(const KernelInstance&) = delete;

  /// Does the work `repeats` times and waits for it. With a timer, the nanoseconds it gives.
  std::optional<double> run(std::uint64_t repeats);
  /// Brings the result into the output operand.
  void fetch();
  /// Pushes the operands out of the device's caches; for kernels whose timer can.
  void flush_cache();
  static bool can_flush_cache(const swm_kernel& kernel);
  std::optional<int> threads_used() const;
  const swm_kernel& kernel() const { return kernel_; }
  void* raw() const { return instance_; }

 private:
  const swm_kernel& kernel_;
  void* instance_ = nullptr;
};

}  // namespace sweepmark::host
