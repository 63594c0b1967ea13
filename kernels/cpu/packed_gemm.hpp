// C = A * B on packed panels: the fast matrix product of this project.
#pragma once

#include <cstdint>
#include <memory>

#include "cache_sizes.hpp"

namespace sweepmark::kernels {

/// Cache blocks in elements: mc x kc of A stays in L2 while nc columns of B pass, in slices of kc.
/// A member of 0 or less means "the default".
struct Blocking {
  std::int64_t mc = 0;
  std::int64_t kc = 0;
  std::int64_t nc = 0;
};

/// Blocks for these caches: a kc-long panel of B (two vectors of 64 bytes wide) takes two thirds of
/// L1, the block of A an eighth of L2 (more gained nothing measurable), the block of B 4 MiB or
/// half of L3. Source of the scheme: Goto and van de Geijn, "Anatomy of High-Performance Matrix
/// Multiplication", 2008, section 6.
Blocking default_blocking(CacheSizes caches, std::int64_t element_bytes);

/// C[m x n] = A[m x k] * B[k x n] for one shape, T float or double.
///
/// Row-major; lda, ldb, ldc are the distances between rows in elements (lda >= k, ldb >= n,
/// ldc >= n). C is overwritten and must not overlap A or B; k = 0 writes zeros. The object owns
/// the memory to pack into, allocated and touched by the constructor; each multiply packs anew.
/// At most `threads` threads work, the caller among them. One multiply at a time per object.
/// The SIMD target is the one in force when the object is built (see simd_target.hpp).
template <class T>
class PackedGemm {
 public:
  /// Throws std::invalid_argument on a negative size or threads < 1, std::bad_alloc.
  PackedGemm(std::int64_t m, std::int64_t n, std::int64_t k, int threads = 1,
             Blocking blocking = {});
  ~PackedGemm();
  PackedGemm(PackedGemm&&) noexcept;
  PackedGemm& operator=(PackedGemm&&) noexcept;

  void multiply(const T* a, std::int64_t lda, const T* b, std::int64_t ldb, T* c, std::int64_t ldc);

  /// How this shape is computed: "square", "direct", "thin", "packed" or "empty".
  const char* path() const;
  /// The blocks in use; all zero unless path() is "packed".
  Blocking blocking() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The same product, computed per block of `block_width` columns of B and C (the last one may be
/// narrower), each by PackedGemm.
template <class T>
class PackedColumnBlock {
 public:
  /// Throws as PackedGemm, and std::invalid_argument on block_width < 1.
  PackedColumnBlock(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t block_width,
                    int threads = 1, Blocking blocking = {});

  /// Operands as for PackedGemm::multiply.
  void multiply(const T* a, std::int64_t lda, const T* b, std::int64_t ldb, T* c, std::int64_t ldc);

 private:
  std::int64_t n_;
  std::int64_t block_width_;
  PackedGemm<T> block_;
  PackedGemm<T> last_;
};

extern template class PackedGemm<float>;
extern template class PackedGemm<double>;
extern template class PackedColumnBlock<float>;
extern template class PackedColumnBlock<double>;

}  // namespace sweepmark::kernels
