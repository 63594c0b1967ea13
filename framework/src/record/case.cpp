#include "record/case.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace sweepmark::host {

std::string case_id(const Case& c) {
  std::string id = fmt::format("{}/{}/dtype:{}/threads:{}", c.kernel, dimensions_text(c.problem),
                               to_string(c.problem.dtype), c.problem.threads);
  if (c.problem.device_index > 0) id += fmt::format("/device:{}", c.problem.device_index);
  for (const auto& [name, value] : c.tuning) id += fmt::format("/{}:{}", name, to_text(value));
  return id + fmt::format("/cache:{}", to_string(c.cache));
}

std::string case_hash(const Case& c) {
  return fnv1a_hex(fmt::format("{}/seed:{}", case_id(c), c.seed));
}

std::string case_group(const Case& c) {
  return fmt::format("{}/{}/dtype:{}/threads:{}/cache:{}", to_string(c.problem.operation),
                     dimensions_text(c.problem), to_string(c.problem.dtype), c.problem.threads,
                     to_string(c.cache));
}

}  // namespace sweepmark::host
