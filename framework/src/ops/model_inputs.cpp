#include "ops/model_inputs.hpp"

namespace sweepmark::host {

ModelShape shape_of(const Problem& problem) {
  return {problem.model, problem.features, problem.outputs};
}

std::vector<Tensor> model_inputs(const Problem& p, const char* rows_name, std::int64_t rows_count) {
  const swm_dtype dtype = to_abi(p.dtype);
  std::vector<Tensor> inputs;
  inputs.reserve(4);
  inputs.emplace_back("X", dtype, p.examples, p.features, 0, 1);
  inputs.emplace_back("y", p.model == Model::softmax ? SWM_I32 : dtype,
                      p.model == Model::bowl ? 0 : p.examples, 2);
  inputs.emplace_back(rows_name, SWM_I32, rows_count, 3);
  inputs.emplace_back("params", dtype, parameter_count(shape_of(p)), 4);
  return inputs;
}

void fill_targets(Tensor& y, const ModelShape& shape, std::uint64_t key, std::int64_t bound) {
  if (shape.model == Model::softmax)
    fill_indices(y, key, shape.outputs);
  else if (bound > 0)
    fill_integers(y, key, bound);
  else
    fill_normal(y, key);
}

}  // namespace sweepmark::host
