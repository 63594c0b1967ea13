// The operands of one problem, shared by the cases that solve it, with what they were filled with.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "ops/operation.hpp"

namespace sweepmark::host {

class SharedOperands {
 public:
  explicit SharedOperands(const Problem& problem);

  /// Fills unless these very contents are there already.
  void fill(FillMode mode, std::uint64_t seed);
  /// A sentence when guard zones or inputs were touched. Mends them, so that the next case is not
  /// blamed for this one's work.
  std::optional<std::string> take_damage();
  OperationData& data() { return *data_; }

 private:
  std::unique_ptr<OperationData> data_;
  std::optional<std::pair<FillMode, std::uint64_t>> contents_;
};

}  // namespace sweepmark::host
