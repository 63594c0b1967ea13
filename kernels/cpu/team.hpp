// A fixed number of threads that share the rows or columns of one matrix product.
#pragma once
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

namespace sweepmark::kernels {

/// Up to `threads` threads, the caller among them. One thread never enters oneTBB: its scheduler
/// would be part of what is measured.
class Team {
 public:
  /// Throws std::invalid_argument when threads < 1.
  explicit Team(int threads) {
    if (threads < 1)
      throw std::invalid_argument("threads is " + std::to_string(threads) + ", expected 1 or more");
    if (threads == 1) return;
    // oneTBB starts no more workers than this process may use; asking for more changes nothing.
    threads_ = std::min(threads, std::max(1, oneapi::tbb::info::default_concurrency()));
    if (threads_ > 1) arena_.emplace(threads_);
  }

  /// The threads that for_ranges keeps busy when there are at least as many items.
  int threads() const { return threads_; }

  /// Calls f(begin, end) on disjoint ranges that cover [0, count), at the same time on all threads,
  /// and returns when every call has.
  template <class F>
  void for_ranges(std::int64_t count, F&& f) {
    if (count <= 0) return;
    if (!arena_ || count == 1) {
      f(std::int64_t{0}, count);
      return;
    }
    const std::int64_t parts = std::min<std::int64_t>(count, threads_);
    arena_->execute([&] {
      oneapi::tbb::parallel_for(
          std::int64_t{0}, parts,
          // count / parts and the remainder apart: part * count would overflow above 2^62.
          [&](std::int64_t part) {
            const std::int64_t size = count / parts;
            const std::int64_t longer = count % parts;
            const std::int64_t begin = part * size + std::min(part, longer);
            f(begin, begin + size + (part < longer ? 1 : 0));
          },
          oneapi::tbb::static_partitioner{});
    });
  }

 private:
  int threads_ = 1;
  std::optional<oneapi::tbb::task_arena> arena_;
};

}  // namespace sweepmark::kernels
