// The whole product through libxsmm: one generated kernel, or its tiled product where that is the
// better one. Column-major, so it is given C^T = B^T A^T, which lies in memory as C = A B does.
//
// Threads: the tiled product's tasks, one a thread of a TBB arena of a row's `threads`. One
// generated kernel is one thread's work, which is what threads_used says.
#include <libxsmm.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <cstddef>
#include <cstring>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "plugins/gemm_peers/whole_product.hpp"

namespace {

using namespace sweepmark;

using Integer = libxsmm_blasint;
constexpr std::int64_t largest_dimension =
    static_cast<std::int64_t>(std::numeric_limits<Integer>::max());

Integer integer(std::int64_t value) { return static_cast<Integer>(value); }

/// The generated kernel for exactly these sides, null where libxsmm makes none.
auto generated(Integer m, Integer n, Integer k, Integer lda, Integer ldb, Integer ldc, float one,
               float zero) {
  return libxsmm_smmdispatch(m, n, k, &lda, &ldb, &ldc, &one, &zero, nullptr, nullptr);
}
auto generated(Integer m, Integer n, Integer k, Integer lda, Integer ldb, Integer ldc, double one,
               double zero) {
  return libxsmm_dmmdispatch(m, n, k, &lda, &ldb, &ldc, &one, &zero, nullptr, nullptr);
}

template <class T>
constexpr libxsmm_gemm_precision precision =
    std::is_same_v<T, float> ? LIBXSMM_GEMM_PRECISION_F32 : LIBXSMM_GEMM_PRECISION_F64;

template <class T>
struct Generated {
  std::conditional_t<std::is_same_v<T, float>, libxsmm_smmfunction, libxsmm_dmmfunction> kernel;
  static constexpr int threads = 1;
  void operator()(const T* a, const T* b, T* c) const { kernel(b, a, c); }
};

template <class T>
class Tiled {
 public:
  Tiled(Integer m, Integer n, Integer k, Integer lda, Integer ldb, Integer ldc, int wanted)
      : threads(wanted), state_(std::make_unique<State>(wanted)) {
    const T one = 1, zero = 0;
    state_->handle = libxsmm_gemm_handle_init(&state_->blob, precision<T>, precision<T>, "N", "N",
                                              &m, &n, &k, &lda, &ldb, &ldc, &one, &zero,
                                              LIBXSMM_GEMM_HANDLE_FLAG_AUTO, threads);
    if (state_->handle == nullptr) return;
    constexpr std::size_t line = 64;
    state_->scratch.resize(libxsmm_gemm_handle_get_scratch_size(state_->handle) + line);
    void* start = state_->scratch.data();
    std::size_t space = state_->scratch.size();
    state_->aligned = std::align(line, 1, start, space);
  }

  /// False where libxsmm finds no tiles that divide the sides.
  bool usable() const { return state_->handle != nullptr; }

  void operator()(const T* a, const T* b, T* c) const {
    const auto task = [&](int id) {
      libxsmm_gemm_thread(state_->handle, state_->aligned, b, a, c, id, threads);
    };
    if (threads == 1) return task(0);
    state_->arena.execute([&] { tbb::parallel_for(0, threads, task, tbb::static_partitioner{}); });
  }

  int threads;

 private:
  // The handle points into the blob, so the blob stays where it is.
  struct State {
    explicit State(int threads) : arena(threads) {}
    libxsmm_gemm_blob blob{};
    libxsmm_gemm_handle* handle = nullptr;
    std::vector<std::byte> scratch;
    void* aligned = nullptr;
    tbb::task_arena arena;
  };
  std::unique_ptr<State> state_;
};

class Full : WholeProduct {
 public:
  static constexpr Info info{"gemm.libxsmm.full", "1.0.0",
                             "one generated libxsmm kernel, or its tiled product"};
  static Support supports(const Problem& problem, Tuning) {
    return supports_product(problem, largest_dimension);
  }
  Full(const Problem& problem, Tuning, const Operands& operands)
      : WholeProduct(problem, operands, largest_dimension) {
    libxsmm_init();
    with_matrices([&](const auto& a, const auto& b, const auto& c) {
      using T = std::remove_pointer_t<decltype(c.data)>;
      const Integer m = integer(c.columns), n = integer(c.rows), k = integer(a.columns);
      const Integer lda = integer(b.stride), ldb = integer(a.stride), ldc = integer(c.stride);
      const auto threads = static_cast<int>(problem.threads);
      const auto kernel = generated(m, n, k, lda, ldb, ldc, T{1}, T{0});
      // Where the tiles begin to pay: measured on one thread; on more, above libxsmm's own limit.
      constexpr double one_thread_limit = 512.0 * 512.0 * 512.0;
      const double limit = threads > 1 ? LIBXSMM_MAX_MNK : one_thread_limit;
      if (kernel && static_cast<double>(m) * n * k <= limit) {
        product_ = Generated<T>{kernel};
      } else if (Tiled<T> tiled(m, n, k, lda, ldb, ldc, threads); tiled.usable()) {
        product_ = std::move(tiled);
      } else if (kernel) {
        product_ = Generated<T>{kernel};
      } else {
        throw std::runtime_error("libxsmm has neither a kernel nor a tiled product for " +
                                 std::to_string(n) + " x " + std::to_string(m) + " x " +
                                 std::to_string(k));
      }
    });
  }
  void run() {
    with_matrices([this](const auto& a, const auto& b, const auto& c) {
      std::visit(
          [&]<class P>(const P& product) {
            if constexpr (std::is_invocable_v<const P&, decltype(a.data), decltype(b.data),
                                              decltype(c.data)>)
              product(a.data, b.data, c.data);
          },
          product_);
    });
  }
  std::uint32_t threads_used() const {
    return std::visit(
        []<class P>(const P& product) -> std::uint32_t {
          if constexpr (std::is_same_v<P, std::monostate>)
            return 1;
          else
            return static_cast<std::uint32_t>(product.threads);
        },
        product_);
  }

 private:
  std::variant<std::monostate, Generated<float>, Generated<double>, Tiled<float>, Tiled<double>>
      product_;
};

const char* describe() {
  static const std::string text =
      std::string("libxsmm ") + LIBXSMM_VERSION + ", kernels for " + libxsmm_get_target_arch();
  return text.c_str();
}

const void* extension(const char* id) noexcept {
  static constexpr swm_library library{sizeof(swm_library), 0, describe};
  return std::strcmp(id, SWM_LIBRARY_EXTENSION) == 0 ? &library : nullptr;
}

}  // namespace

SWEEPMARK_PLUGIN_WITH_EXTENSIONS("gemm_libxsmm", "1.0.0", extension, Full)
