// The project's own fast matrix product: packed panels, portable SIMD chosen at run time.
#include <unistd.h>
#include <sweepmark/plugin.hpp>
#include <sweepmark/tensor.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "kernels/cpu/packed_gemm.hpp"
#include "kernels/cpu/packed_gemv.hpp"
#include "kernels/cpu/simd_target.hpp"

namespace {

namespace kernels = sweepmark::kernels;
using sweepmark::Info;
using sweepmark::integer;
using sweepmark::Operands;
using sweepmark::Problem;
using sweepmark::Support;
using sweepmark::Tuning;

constexpr std::int64_t largest_block = 1 << 20;

// What the C library knows of the caches; a size it does not know stays at the kernel's default.
kernels::CacheSizes found_caches() {
  kernels::CacheSizes sizes;
  const auto take = [](std::int64_t& size, int name) {
    if (const long found = ::sysconf(name); found > 0) size = found;
  };
  take(sizes.level1, _SC_LEVEL1_DCACHE_SIZE);
  take(sizes.level2, _SC_LEVEL2_CACHE_SIZE);
  take(sizes.level3, _SC_LEVEL3_CACHE_SIZE);
  return sizes;
}

// The tuned blocks, with 0 replaced by what fits the caches found.
kernels::Blocking blocking_for(std::uint32_t dtype, std::int64_t mc, std::int64_t kc,
                               std::int64_t nc) {
  const std::int64_t bytes = dtype == SWM_F64 ? 8 : 4;
  kernels::Blocking blocking = kernels::default_blocking(found_caches(), bytes);
  if (mc > 0) blocking.mc = mc;
  if (kc > 0) blocking.kc = kc;
  if (nc > 0) blocking.nc = nc;
  return blocking;
}

// The operands and, for each dtype, the object that owns the memory to pack into.
template <template <class> class Product>
class Multiplied {
 public:
  static Support supports(const Problem& problem, Tuning) {
    return sweepmark::float32_or_float64(problem.dtype);
  }
  template <class... Arguments>
  Multiplied(const Problem& problem, const Operands& operands, const Arguments&... arguments)
      : operands_(operands.raw) {
    sweepmark::with_dtype(problem.dtype, [&](auto zero) {
      product_ = Product<decltype(zero)>(problem.m, problem.n, problem.k, arguments...);
    });
  }
  void run() {
    std::visit([this](auto& product) { multiply(product); }, product_);
  }

 private:
  template <class T>
  void multiply(Product<T>& product) {
    const auto a = sweepmark::matrix<const T>(*operands_.inputs[0]);
    const auto b = sweepmark::matrix<const T>(*operands_.inputs[1]);
    const auto c = sweepmark::matrix<T>(*operands_.output);
    product.multiply(a.data, a.stride, b.data, b.stride, c.data, c.stride);
  }
  static void multiply(std::monostate&) {}

  swm_operands operands_;
  std::variant<std::monostate, Product<float>, Product<double>> product_;
};

struct Packed : Multiplied<kernels::PackedGemm> {
  static constexpr Info info{"gemm.cpu.packed", "1.0.0",
                             "packed panels and a SIMD register tile chosen at run time"};
  static constexpr std::array params{
      integer("mc", 0, 0, largest_block, 1,
              "rows of the block of A kept in L2; 0: from the caches"),
      integer("kc", 0, 0, largest_block, 1, "depth of a packed panel; 0: from the caches"),
      integer("nc", 0, 0, largest_block, 1,
              "columns of the packed block of B; 0: from the caches")};
  Packed(const Problem& p, Tuning tuning, const Operands& operands)
      : Multiplied(p, operands, static_cast<int>(p.threads),
                   blocking_for(p.dtype, tuning[0].i, tuning[1].i, tuning[2].i)) {}
};

struct PackedColumnBlock : Multiplied<kernels::PackedColumnBlock> {
  static constexpr Info info{"gemm.cpu.packed_column_block", "1.0.0",
                             "the packed product, one call per block of columns"};
  static constexpr std::array params{
      integer("block_width", 64, 1, largest_block, 1, "columns of C computed by one call")};
  PackedColumnBlock(const Problem& p, Tuning tuning, const Operands& operands)
      : Multiplied(p, operands, tuning[0].i, static_cast<int>(p.threads),
                   blocking_for(p.dtype, 0, 0, 0)) {}
};

// One matrix-vector product per column of C; each column of B is copied together first.
class PackedColumn {
 public:
  static constexpr Info info{"gemm.cpu.packed_column", "1.0.0",
                             "SIMD matrix-vector product per column of C"};
  static Support supports(const Problem& problem, Tuning) {
    return sweepmark::float32_or_float64(problem.dtype);
  }
  PackedColumn(const Problem& p, Tuning, const Operands& operands)
      : operands_(operands.raw),
        dtype_(p.dtype),
        threads_(static_cast<int>(p.threads)),
        scratch_(static_cast<std::size_t>(p.k + p.m)) {}
  void run() {
    sweepmark::with_dtype(dtype_, [this](auto zero) { multiply<decltype(zero)>(); });
  }

 private:
  template <class T>
  void multiply() {
    const auto a = sweepmark::matrix<const T>(*operands_.inputs[0]);
    const auto b = sweepmark::matrix<const T>(*operands_.inputs[1]);
    const auto c = sweepmark::matrix<T>(*operands_.output);
    // Doubles are the widest elements, so they are storage for either dtype.
    T* const x = reinterpret_cast<T*>(scratch_.data());
    T* const y = reinterpret_cast<T*>(scratch_.data() + b.rows);
    for (std::int64_t j = 0; j < c.columns; ++j) {
      for (std::int64_t l = 0; l < b.rows; ++l) x[l] = b(l, j);
      kernels::packed_gemv(c.rows, b.rows, a.data, a.stride, x, y, threads_);
      for (std::int64_t i = 0; i < c.rows; ++i) c(i, j) = y[i];
    }
  }

  swm_operands operands_;
  std::uint32_t dtype_;
  int threads_;
  std::vector<double> scratch_;
};

const char* describe() {
  static const std::string text =
      std::string("packed gemm, SIMD target ") + kernels::simd_target_name();
  return text.c_str();
}

const void* extension(const char* id) {
  static constexpr swm_library library{sizeof(swm_library), 0, describe};
  return std::string(SWM_LIBRARY_EXTENSION) == id ? &library : nullptr;
}

}  // namespace

SWEEPMARK_PLUGIN_WITH_EXTENSIONS("gemm_packed", "1.0.0", extension, Packed, PackedColumnBlock,
                                 PackedColumn)
