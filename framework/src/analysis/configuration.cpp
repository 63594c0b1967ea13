#include "analysis/configuration.hpp"

#include <fmt/format.h>

namespace sweepmark::host {

Configuration configuration_of(const Measurement& m) { return {m.kernel, m.tuning}; }

std::string to_text(const Settings& tuning) {
  std::string text;
  for (const auto& [name, value] : tuning)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, to_text(value));
  return text;
}

std::string to_text(const Configuration& c) {
  return c.tuning.empty() ? c.kernel : fmt::format("{} {}", c.kernel, to_text(c.tuning));
}

std::string contract_label(const Measurement& m) {
  if (m.prepacked) return m.math == "native" ? "prepacked" : m.math + ", prepacked";
  return m.math == "native" ? "" : m.math;
}

std::string problem_family(const Measurement& m) {
  return fmt::format("{}/dtype:{}/threads:{}/cache:{}", m.operation, to_string(m.problem.dtype),
                     m.problem.threads, to_string(m.cache));
}

std::string dimensions_label(const Problem& p) {
  if (p.operation != Operation::gemm) return dimensions_text(p);
  return fmt::format("{} x {} x {}", p.m, p.n, p.k);
}

}  // namespace sweepmark::host
