// What an operation MEANS: its operands, inputs, reference, tolerance and nominal counts.
// The host owns all of it; a kernel never marks its own work.
#pragma once
#include <sweepmark/abi.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "record/problem.hpp"

namespace sweepmark::host {

/// exact: small integers, every partial sum exact, results compared for equality.
/// bound: normal(0, 1) inputs against a float64 reference and a rounding-error limit.
enum class FillMode { exact, bound };

/// What verification found. error is the worst in units of the limit (1.0 = at the limit): 0 for
/// exact results, infinity for wrong ones and NaN. Not ok carries a sentence with the worst place,
/// the value found and the value expected.
struct Verdict {
  bool ok = true;
  double error = 0;
  std::string reason;
};

/// The operands of one problem, with guard zones on both sides of each, and the knowledge to fill
/// and check them. One object serves all kernels that solve this problem.
class OperationData {
 public:
  virtual ~OperationData() = default;

  /// The ABI's view; addresses never change during the object's life.
  virtual const swm_problem& problem() const = 0;
  virtual const swm_operands& operands() const = 0;

  /// Writes new inputs (not the output). The same mode and seed give the same bits everywhere.
  virtual void fill(FillMode mode, std::uint64_t seed) = 0;
  /// NaN in every output element (all bits set for integers), so unwritten ones are seen.
  virtual void poison_output() = 0;
  /// The output against the reference for the inputs of the last fill(). NaN and Inf fail unless
  /// the reference has them at the same place. `math` sets the input rounding of the limit.
  virtual Verdict verify(swm_math math) = 0;
  /// Guard zones whole and inputs still those of the last fill()? A sentence when not.
  virtual std::optional<std::string> damage() const = 0;
};

/// Allocates and describes the operands of a problem. Throws Error when a dimension or dtype is
/// impossible or memory does not suffice. `row_padding` (gemm only) is the number of elements
/// between the end of a row and the next: what a kernel that ignores strides gets wrong.
std::unique_ptr<OperationData> make_operation_data(const Problem& problem,
                                                   std::int64_t row_padding = 0);

/// Nominal work of one call: 2mnk for gemm, ... 0 where a dimension is 0.
double nominal_flops(const Problem& problem);
/// Compulsory traffic in bytes: inputs read once and the output written once.
double nominal_bytes(const Problem& problem);
/// Bytes of all operands: the working set a cold rotation must displace.
double working_set_bytes(const Problem& problem);

/// The ABI's form of a problem (math and learning rate included).
swm_problem to_abi(const Problem& problem, swm_math math);

}  // namespace sweepmark::host
