// The single-thread matrix products of one SIMD target, as a table the driver picks from.
#pragma once

#include <cstdint>

namespace sweepmark::kernels {

/// Everything one product needs: C[m x n] = A[m x k] * B[k x n], row-major, strides in elements.
template <class T>
struct GemmOperands {
  std::int64_t m, n, k;
  const T* a;
  std::int64_t lda;
  const T* b;
  std::int64_t ldb;
  T* c;
  std::int64_t ldc;
};

/// Cache blocks, all at least 1, and the memory to pack one block of A and one of B into.
template <class T>
struct GemmBlocks {
  std::int64_t mc, kc, nc;
  T* packed_a;
  T* packed_b;
};

/// Elements the packing of A may write past mc * kc.
inline constexpr std::int64_t kPackSlack = 16;

/// One SIMD target's code for element type T. Plain function pointers, valid for ever.
template <class T>
struct GemmKernels {
  std::int64_t lanes;      ///< elements in one vector
  std::int64_t tile_rows;  ///< rows of C in the largest register tile
  std::int64_t tile_cols;  ///< columns of C in it
  std::int64_t thin_cols;  ///< products with fewer columns than this belong to `thin`

  /// Reads A and B where they lie. Right for every shape, fast while both stay in the caches.
  void (*direct)(const GemmOperands<T>&);
  /// Few columns: dot products along k. `scratch` holds thin_scratch_elements() elements.
  void (*thin)(const GemmOperands<T>&, T* scratch);
  /// y = A * x: B is x, dense; C is y, dense; n, ldb and ldc are not read.
  void (*gemv)(const GemmOperands<T>&);
  /// Packs blocks of A and B, then runs the register tile over them.
  void (*packed)(const GemmOperands<T>&, const GemmBlocks<T>&);
  /// A product whose shape and strides are compile-time constants: n x n x n with all strides n.
  /// Null where this target has none for that n.
  void (*(*square)(std::int64_t n))(const T* a, const T* b, T* c);
};

/// k runs in slices of this many elements in `thin`, so that a slice of B stays in L1.
inline constexpr std::int64_t kThinSlice = 1024;
/// Bound of thin_cols over all targets.
inline constexpr std::int64_t kThinColsMax = 8;
/// A vector has at most this many bytes.
inline constexpr std::int64_t kVectorBytesMax = 64;

/// Elements of scratch `thin` writes at most.
template <class T>
inline constexpr std::int64_t kThinScratch =
    (kThinSlice + kVectorBytesMax / static_cast<std::int64_t>(sizeof(T))) * kThinColsMax
    + kPackSlack;

/// The two tables of one target.
struct BothGemmKernels {
  const GemmKernels<float>* float32;
  const GemmKernels<double>* float64;
};

/// The table of the SIMD target in force (see simd_target.hpp).
template <class T>
const GemmKernels<T>& gemm_kernels();
template <>
const GemmKernels<float>& gemm_kernels<float>();
template <>
const GemmKernels<double>& gemm_kernels<double>();

}  // namespace sweepmark::kernels
