// A CBLAS opened at run time: its two products, its threads, its name.
#pragma once
#include <cstdint>
#include <string>

namespace sweepmark::cblas {

/// The C interface's constants (Basic Linear Algebra Subprograms Technical Forum Standard, 2001,
/// appendix B): row-major order, no transposition.
inline constexpr int row_major = 101, no_transpose = 111;

class CblasByPath {
 public:
  /// Opens the library with its symbols to itself; never closes it (its threads outlive any use).
  /// Throws std::runtime_error with the loader's words, or with the name of what it lacks.
  explicit CblasByPath(const std::string& path);

  /// C[m x n] = A[m x k] * B[k x n], row-major; dimensions and leading dimensions fit in 32 bits.
  void gemm(std::int64_t m, std::int64_t n, std::int64_t k, const float* a, std::int64_t lda,
            const float* b, std::int64_t ldb, float* c, std::int64_t ldc) const;
  void gemm(std::int64_t m, std::int64_t n, std::int64_t k, const double* a, std::int64_t lda,
            const double* b, std::int64_t ldb, double* c, std::int64_t ldc) const;

  /// The library's own call for its threads: OpenBLAS's, BLIS's, MKL's, NVPL's, else OpenMP's.
  bool sets_threads() const { return set_int_ != nullptr || set_wide_ != nullptr; }
  void use_threads(int threads) const;

  /// "OpenBLAS 0.3.21, core SkylakeX, /path": version and code path where it says them.
  std::string description() const;

 private:
  template <class F>
  F* find(const char* name) const;

  void* library_;
  std::string path_;
  void (*sgemm_)(int, int, int, int, int, int, float, const float*, int, const float*, int, float,
                 float*, int);
  void (*dgemm_)(int, int, int, int, int, int, double, const double*, int, const double*, int,
                 double, double*, int);
  void (*set_int_)(int) = nullptr;
  void (*set_wide_)(std::int64_t) = nullptr;  // BLIS's dim_t
};

}  // namespace sweepmark::cblas
