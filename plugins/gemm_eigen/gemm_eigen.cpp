// The whole product as an Eigen expression over row-major maps of the operands.
//
// Threads: Eigen's own loop over OpenMP, told a row's `threads`, which wins over OMP_NUM_THREADS.
#include <Eigen/Core>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>

#include "plugins/gemm_peers/whole_product.hpp"

namespace {

using namespace sweepmark;

constexpr std::int64_t largest_dimension = std::numeric_limits<Eigen::Index>::max();

template <class T, class Element = std::remove_const_t<T>>
auto map(const Matrix<T>& m) {
  using Dense = Eigen::Matrix<Element, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Mapped = std::conditional_t<std::is_const_v<T>, const Dense, Dense>;
  return Eigen::Map<Mapped, Eigen::Unaligned, Eigen::OuterStride<>>(m.data, m.rows, m.columns,
                                                                    Eigen::OuterStride<>(m.stride));
}

class Full : WholeProduct {
 public:
  static constexpr Info info{"gemm.eigen.full", "1.0.0", "one Eigen product"};
  static Support supports(const Problem& problem, Tuning) {
    if (auto refusal = supports_product(problem, largest_dimension)) return refusal;
#ifndef _OPENMP
    return one_thread_only(problem, "this Eigen was built without OpenMP");
#endif
    return supported();
  }
  Full(const Problem& problem, Tuning, const Operands& operands)
      : WholeProduct(problem, operands, largest_dimension),
        threads_(static_cast<int>(problem.threads)) {
    Eigen::setNbThreads(threads_);
  }
  void run() {
    Eigen::setNbThreads(threads_);
    with_matrices(
        [](const auto& a, const auto& b, const auto& c) { map(c).noalias() = map(a) * map(b); });
  }
  std::uint32_t threads_used() const { return static_cast<std::uint32_t>(Eigen::nbThreads()); }

 private:
  int threads_;
};

const char* describe() {
  static const std::string text = "Eigen " + std::to_string(EIGEN_WORLD_VERSION) + "." +
                                  std::to_string(EIGEN_MAJOR_VERSION) + "." +
                                  std::to_string(EIGEN_MINOR_VERSION) + ", built for " +
                                  Eigen::SimdInstructionSetsInUse();
  return text.c_str();
}

const void* extension(const char* id) noexcept {
  static constexpr swm_library library{sizeof(swm_library), 0, describe};
  return std::strcmp(id, SWM_LIBRARY_EXTENSION) == 0 ? &library : nullptr;
}

}  // namespace

SWEEPMARK_PLUGIN_WITH_EXTENSIONS("gemm_eigen", "1.0.0", extension, Full)
