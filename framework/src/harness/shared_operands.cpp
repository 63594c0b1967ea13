#include "harness/shared_operands.hpp"

#include <utility>

namespace sweepmark::host {

SharedOperands::SharedOperands(const Problem& problem) : data_(make_operation_data(problem)) {}

const swm_operands& SharedOperands::operands(const swm_buffers* buffers) {
  if (!buffers) return data_->operands();
  if (!on_device_) {
    on_device_.emplace(*buffers, data_->problem().device_index, data_->operands());
    on_device_->copy_inputs_in();
    on_device_->copy_output_in();
  }
  return on_device_->operands();
}

void SharedOperands::fill(FillMode mode, std::uint64_t seed) {
  const std::pair wanted(mode, seed);
  if (contents_ == wanted) return;
  data_->fill(mode, seed);
  if (on_device_) on_device_->copy_inputs_in();
  contents_ = wanted;
}

void SharedOperands::poison_output() {
  data_->poison_output();
  if (on_device_) on_device_->copy_output_in();
}

std::optional<std::string> SharedOperands::take_damage(const swm_buffers* buffers) {
  std::optional<std::string> damage;
  if (buffers && on_device_) damage = on_device_->take_damage();
  if (const auto on_host = data_->damage()) {
    if (!damage) damage = on_host;
    if (contents_) data_->fill(contents_->first, contents_->second);
  }
  return damage;
}

void SharedOperands::fetch_output(const swm_buffers* buffers) {
  if (buffers && on_device_) on_device_->copy_output_out();
}

}  // namespace sweepmark::host
