// A case: one kernel on one problem with one tuning in one cache mode. What `run` measures.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "record/outcome.hpp"
#include "record/problem.hpp"
#include "record/value.hpp"

namespace sweepmark::host {

struct Case {
  std::string kernel;  // the id the report shows: the plugin's kernel id, "@alias" appended if any
  std::string plugin;  // which catalogue entry provides it: its alias, or else its path
  Problem problem;
  Settings tuning;  // every parameter of the kernel; {} when it has none
  CacheMode cache = CacheMode::hot;
  std::string device = "cpu";
  std::uint64_t seed = 0;
  /// Set when expansion already knows that it cannot run (skipped or unsupported, and why).
  std::optional<Outcome> settled;
  std::string reason;
};

/// Stable name: kernel/m:256/n:256/k:256/dtype:f32/threads:1/block_width:16/cache:hot
std::string case_id(const Case& c);

/// What the store and --resume know the case by: a hash of the id and the seed.
std::string case_hash(const Case& c);

/// Cases with one group answer one question: same problem and cache mode.
std::string case_group(const Case& c);

}  // namespace sweepmark::host
