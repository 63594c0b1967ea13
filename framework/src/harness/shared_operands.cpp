#include "harness/shared_operands.hpp"

#include <utility>

namespace sweepmark::host {

SharedOperands::SharedOperands(const Problem& problem) : data_(make_operation_data(problem)) {}

void SharedOperands::fill(FillMode mode, std::uint64_t seed) {
  const std::pair wanted(mode, seed);
  if (contents_ == wanted) return;
  data_->fill(mode, seed);
  contents_ = wanted;
}

std::optional<std::string> SharedOperands::take_damage() {
  auto damage = data_->damage();
  if (damage && contents_) data_->fill(contents_->first, contents_->second);
  return damage;
}

}  // namespace sweepmark::host
