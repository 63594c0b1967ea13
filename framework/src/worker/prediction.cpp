#include "worker/prediction.hpp"

#include <fmt/format.h>

#include "ops/operation.hpp"

namespace sweepmark::host {
namespace {

std::string family(const std::string& kernel, const Problem& p, const Settings& tuning,
                   CacheMode cache) {
  std::string key =
      fmt::format("{}/{}/{}/{}", kernel, to_string(p.dtype), p.threads, to_string(cache));
  for (const auto& [name, value] : tuning) key += fmt::format("/{}:{}", name, to_text(value));
  return key;
}

}  // namespace

void Prediction::learn(const Measurement& m) {
  if (m.median_ns && m.flops && *m.flops > 0)
    by_kernel_[family(m.kernel, m.problem, m.tuning, m.cache)][*m.flops] = *m.median_ns;
}

std::optional<double> Prediction::call_ns(const Case& c) const {
  const auto it = by_kernel_.find(family(c.kernel, c.problem, c.tuning, c.cache));
  if (it == by_kernel_.end()) return std::nullopt;
  const double flops = nominal_flops(c.problem);
  auto above = it->second.upper_bound(flops);
  if (above == it->second.begin()) return std::nullopt;
  --above;
  return above->second * flops / above->first;
}

}  // namespace sweepmark::host
