#include "packed_gemm.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "huge_pages.hpp"
#include "packed_gemm_kernels.hpp"

namespace sweepmark::kernels {
namespace {

std::int64_t round_up(std::int64_t value, std::int64_t unit) {
  return (value + unit - 1) / unit * unit;
}

std::int64_t ceil_div(std::int64_t value, std::int64_t by) { return (value + by - 1) / by; }

// The largest block not above `limit` that cuts `size` into equal parts: 1000 by 512 is 500 + 500.
std::int64_t even_block(std::int64_t size, std::int64_t limit, std::int64_t unit) {
  const std::int64_t parts = ceil_div(size, std::max<std::int64_t>(limit, 1));
  return round_up(ceil_div(size, std::max<std::int64_t>(parts, 1)), unit);
}

void check(bool holds, const char* name, std::int64_t value, const char* wanted) {
  if (holds) return;
  throw std::invalid_argument(std::string("packed gemm: ") + name + " is " + std::to_string(value) +
                              ", wanted " + wanted);
}

enum class Path { empty, square, direct, thin, packed };

// Products up to this many multiply-adds run where A and B lie: packing would cost more than the
// cache misses it saves. Measured near 300 x 300 x 300.
constexpr std::int64_t kDirectMost = std::int64_t{300} * 300 * 300;
// Below this many multiply-adds a second thread costs more than it brings.
constexpr std::int64_t kThreadsLeast = std::int64_t{59} * 59 * 59;

// A part of C one thread computes.
struct Part {
  std::int64_t row, column, rows, columns;
};

// Cuts C into `threads` parts as square as can be: each part packs its own A and B, so the sum of
// its sides is what a part pays.
std::pair<std::int64_t, std::int64_t> grid(std::int64_t m, std::int64_t n, std::int64_t threads) {
  std::int64_t best_rows = 1;
  double best_cost = 1e300;
  for (std::int64_t rows = 1; rows <= threads; ++rows) {
    if (threads % rows != 0) continue;
    const double cost = static_cast<double>(m) / static_cast<double>(rows) +
                        static_cast<double>(n) / static_cast<double>(threads / rows);
    if (cost < best_cost) {
      best_cost = cost;
      best_rows = rows;
    }
  }
  return {best_rows, threads / best_rows};
}

std::vector<Part> cut(std::int64_t m, std::int64_t n, std::int64_t threads, std::int64_t row_unit,
                      std::int64_t column_unit) {
  const auto [rows, columns] = grid(m, n, threads);
  const std::int64_t height = round_up(ceil_div(m, rows), row_unit);
  const std::int64_t width = round_up(ceil_div(n, columns), column_unit);
  std::vector<Part> parts;
  for (std::int64_t row = 0; row < m; row += height) {
    for (std::int64_t column = 0; column < n; column += width) {
      parts.push_back({row, column, std::min(height, m - row), std::min(width, n - column)});
    }
  }
  return parts;
}

}  // namespace

Blocking default_blocking(CacheSizes caches, std::int64_t element_bytes) {
  const std::int64_t element = std::max<std::int64_t>(element_bytes, 1);
  Blocking blocking;
  constexpr std::int64_t panel_row_bytes = 128;
  blocking.kc =
      std::clamp<std::int64_t>(caches.level1 * 2 / 3 / panel_row_bytes / 16 * 16, 64, 512);
  const std::int64_t row_bytes = blocking.kc * element;
  blocking.mc = std::clamp<std::int64_t>(caches.level2 / 8 / row_bytes / 4 * 4, 28, 1024);
  const std::int64_t share = std::min<std::int64_t>(caches.level3 / 2, 4 << 20);
  blocking.nc = std::clamp<std::int64_t>(share / row_bytes / 32 * 32, 256, 8192);
  return blocking;
}

template <class T>
struct PackedGemm<T>::State {
  std::int64_t m, n, k;
  int threads;
  const GemmKernels<T>* kernels;
  Path path = Path::direct;
  void (*square)(const T*, const T*, T*) = nullptr;
  Blocking blocking{};
  std::vector<Part> parts;
  std::vector<HugeBuffer> buffers;
  std::unique_ptr<tbb::task_arena> arena;

  State(std::int64_t m_, std::int64_t n_, std::int64_t k_, int threads_, Blocking wanted)
      : m(m_), n(n_), k(k_), threads(threads_), kernels(&gemm_kernels<T>()) {
    path = choose();
    if (path == Path::packed) choose_blocking(wanted);
    if (m * n == 0) return;
    const bool alone = threads == 1 || work(m, n) < kThreadsLeast;
    parts = cut(m, n, alone ? 1 : threads, kernels->tile_rows > 6 ? 2 : 1,
                path == Path::thin ? n : kernels->tile_cols);
    if (parts.size() > 1) {
      arena = std::make_unique<tbb::task_arena>(static_cast<int>(parts.size()));
      arena->initialize();
    }
    for (std::size_t i = 0; i < parts.size(); ++i) buffers.emplace_back(buffer_bytes());
  }

  std::int64_t work(std::int64_t rows, std::int64_t columns) const {
    // In floating point: the product of three 64-bit sizes may not fit in one.
    const double product =
        static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(k);
    return product < 1e18 ? static_cast<std::int64_t>(product) : std::int64_t{1} << 60;
  }

  Path choose() {
    if (m == 0 || n == 0) return Path::empty;
    if (n < kernels->thin_cols) return Path::thin;
    if (m == n && n == k) square = kernels->square(n);
    if (square != nullptr) return Path::square;
    return work(m, n) <= kDirectMost ? Path::direct : Path::packed;
  }

  void choose_blocking(Blocking wanted) {
    const Blocking usual = default_blocking(CacheSizes{}, sizeof(T));
    const auto pick = [](std::int64_t value, std::int64_t other) {
      return value > 0 ? value : other;
    };
    blocking.mc = even_block(m, pick(wanted.mc, usual.mc), 1);
    blocking.kc = even_block(k, pick(wanted.kc, usual.kc), 16);
    blocking.nc = even_block(n, pick(wanted.nc, usual.nc), kernels->tile_cols);
  }

  // Packed B first, so that both start on a page.
  std::int64_t packed_b_elements() const { return round_up(blocking.kc * blocking.nc, 1024); }
  std::int64_t buffer_bytes() const {
    std::int64_t elements = 0;
    if (path == Path::thin) elements = kThinScratch<T>;
    if (path == Path::packed) {
      elements = packed_b_elements() + blocking.mc * round_up(blocking.kc, 16);
    }
    return elements * static_cast<std::int64_t>(sizeof(T));
  }

  void run_part(std::size_t index, const GemmOperands<T>& whole) const {
    const Part& part = parts[index];
    GemmOperands<T> x = whole;
    x.m = part.rows;
    x.n = part.columns;
    x.a += part.row * x.lda;
    x.b += part.column;
    x.c += part.row * x.ldc + part.column;
    T* memory = buffers[index].template as<T>();
    if (path == Path::thin) {
      kernels->thin(x, memory);
    } else if (path == Path::packed) {
      kernels->packed(
          x, {blocking.mc, blocking.kc, blocking.nc, memory + packed_b_elements(), memory});
    } else {
      kernels->direct(x);
    }
  }
};

template <class T>
PackedGemm<T>::PackedGemm(std::int64_t m, std::int64_t n, std::int64_t k, int threads,
                          Blocking blocking) {
  check(m >= 0, "m", m, "0 or more");
  check(n >= 0, "n", n, "0 or more");
  check(k >= 0, "k", k, "0 or more");
  check(threads >= 1, "threads", threads, "1 or more");
  state_ = std::make_unique<State>(m, n, k, threads, blocking);
}

template <class T>
PackedGemm<T>::~PackedGemm() = default;
template <class T>
PackedGemm<T>::PackedGemm(PackedGemm&&) noexcept = default;
template <class T>
PackedGemm<T>& PackedGemm<T>::operator=(PackedGemm&&) noexcept = default;

template <class T>
void PackedGemm<T>::multiply(const T* a, std::int64_t lda, const T* b, std::int64_t ldb, T* c,
                             std::int64_t ldc) {
  const State& s = *state_;
  if (s.parts.size() <= 1) {
    if (s.path == Path::square && lda == s.n && ldb == s.n && ldc == s.n) {
      s.square(a, b, c);
    } else if (!s.parts.empty()) {
      s.run_part(0, {s.m, s.n, s.k, a, lda, b, ldb, c, ldc});
    }
    return;
  }
  const GemmOperands<T> whole{s.m, s.n, s.k, a, lda, b, ldb, c, ldc};
  s.arena->execute([&] {
    tbb::parallel_for(
        std::size_t{0}, s.parts.size(), [&](std::size_t i) { s.run_part(i, whole); },
        tbb::static_partitioner());
  });
}

template <class T>
const char* PackedGemm<T>::path() const {
  switch (state_->path) {
    case Path::empty:
      return "empty";
    case Path::square:
      return "square";
    case Path::direct:
      return "direct";
    case Path::thin:
      return "thin";
    case Path::packed:
      return "packed";
  }
  return "";
}

template <class T>
Blocking PackedGemm<T>::blocking() const {
  return state_->blocking;
}

template <class T>
PackedColumnBlock<T>::PackedColumnBlock(std::int64_t m, std::int64_t n, std::int64_t k,
                                        std::int64_t block_width, int threads, Blocking blocking)
    : n_(n),
      block_width_(block_width < 1 ? 1 : std::min(block_width, std::max<std::int64_t>(n, 1))),
      block_(m, std::min(n, block_width_), k, threads, blocking),
      last_(m, n > 0 ? n % block_width_ : 0, k, threads, blocking) {
  check(block_width >= 1, "block_width", block_width, "1 or more");
}

template <class T>
void PackedColumnBlock<T>::multiply(const T* a, std::int64_t lda, const T* b, std::int64_t ldb,
                                    T* c, std::int64_t ldc) {
  std::int64_t column = 0;
  for (; column + block_width_ <= n_; column += block_width_) {
    block_.multiply(a, lda, b + column, ldb, c + column, ldc);
  }
  if (column < n_) last_.multiply(a, lda, b + column, ldb, c + column, ldc);
}

template class PackedGemm<float>;
template class PackedGemm<double>;
template class PackedColumnBlock<float>;
template class PackedColumnBlock<double>;

}  // namespace sweepmark::kernels
