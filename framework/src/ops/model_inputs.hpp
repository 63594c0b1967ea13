// The inputs that gradient and sgd_epoch share: X, y and a selection of rows, then params.
#pragma once
#include <cstdint>
#include <vector>

#include "ops/gradient_reference.hpp"
#include "ops/operand_set.hpp"

namespace sweepmark::host {

/// Positions in the operand list of both operations.
enum ModelInput : std::size_t { input_x, input_y, input_rows, input_params };

ModelShape shape_of(const Problem& problem);

/// X, y, `rows_name` (int32, rows_count long) and params, unfilled.
std::vector<Tensor> model_inputs(const Problem& problem, const char* rows_name,
                                 std::int64_t rows_count);

/// Random targets or labels into y, as the model wants them; integers of at most `bound` in size
/// for linear where bound > 0, else normal.
void fill_targets(Tensor& y, const ModelShape& shape, std::uint64_t key, std::int64_t bound);

/// The examples in X and y.
template <class T>
ExampleView<T> view_examples(const Tensor& x, const Tensor& y, Model model) {
  return {x.values<T>(), x.leading(), model == Model::linear ? y.values<T>() : nullptr,
          model == Model::softmax ? y.values<std::int32_t>() : nullptr};
}

}  // namespace sweepmark::host
