// The makers behind make_operation_data(), one per operation; dimensions are checked before.
#pragma once
#include <memory>

#include "ops/operation.hpp"

namespace sweepmark::host {

std::unique_ptr<OperationData> make_gemm_data(const Problem& problem, std::int64_t row_padding);
std::unique_ptr<OperationData> make_gradient_data(const Problem& problem);
std::unique_ptr<OperationData> make_sgd_epoch_data(const Problem& problem);
std::unique_ptr<OperationData> make_read_data(const Problem& problem);
std::unique_ptr<OperationData> make_triad_data(const Problem& problem);
std::unique_ptr<OperationData> make_fma_data(const Problem& problem);

}  // namespace sweepmark::host
