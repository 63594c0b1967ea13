// What the plugins cannot show of the kernels written as loops: refused arguments, the ranges of a
// team, sums in a fixed order.
#include <gtest/gtest.h>

#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "kernels/cpu/column_block.hpp"
#include "kernels/cpu/elementwise.hpp"
#include "kernels/cpu/row.hpp"
#include "kernels/cpu/tiled.hpp"

namespace {

using namespace sweepmark::kernels;

TEST(Team, RefusesFewerThanOneThread) {
  EXPECT_THROW(Team(0), std::invalid_argument);
  EXPECT_THROW(Team(-4), std::invalid_argument);
}

TEST(Team, OneThreadIsTheCaller) {
  Team team(1);
  std::vector<std::thread::id> seen;
  team.for_ranges(100, [&](std::int64_t begin, std::int64_t end) {
    EXPECT_EQ(begin, 0);
    EXPECT_EQ(end, 100);
    seen.push_back(std::this_thread::get_id());
  });
  EXPECT_EQ(seen, std::vector{std::this_thread::get_id()});
}

TEST(Team, RangesCoverEveryItemOnce) {
  for (const int threads : {1, 2, 5})
    for (const std::int64_t count : {0, 1, 2, 3, 7, 64, 1001}) {
      Team team(threads);
      std::mutex mutex;
      std::multiset<std::int64_t> seen;
      std::set<std::thread::id> workers;
      team.for_ranges(count, [&](std::int64_t begin, std::int64_t end) {
        const std::lock_guard lock(mutex);
        for (std::int64_t i = begin; i < end; ++i) seen.insert(i);
        workers.insert(std::this_thread::get_id());
      });
      ASSERT_EQ(seen.size(), static_cast<std::size_t>(count));
      for (std::int64_t i = 0; i < count; ++i) EXPECT_EQ(seen.count(i), 1U);
      EXPECT_LE(workers.size(), static_cast<std::size_t>(team.threads()));
      EXPECT_LE(team.threads(), threads);
    }
}

TEST(BlockedKernels, RefuseBlocksBelowOne) {
  Team team(1);
  float x = 1, y = 2, z = 0;
  for (const std::int64_t block : {0, -8}) {
    EXPECT_THROW(gemm_tiled<float>(1, 1, 1, &x, 1, &y, 1, &z, 1, block, team),
                 std::invalid_argument);
    EXPECT_THROW(gemm_column_block<float>(1, 1, 1, &x, 1, &y, 1, &z, 1, block, team),
                 std::invalid_argument);
  }
  EXPECT_EQ(z, 0);
}

// Row, column blocks and tiles add in the order of p like elementwise does, so that block sizes
// change the time and not the result.
TEST(BlockedKernels, SameBitsAsElementwise) {
  constexpr std::int64_t n = 37;
  std::vector<double> a(n * n), b(n * n), c(n * n), expected(n * n);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = 1.0 / static_cast<double>(3 + i);
    b[i] = 1.0 / static_cast<double>(7 + 2 * i);
  }
  Team team(1);
  gemm_elementwise<double>(n, n, n, a.data(), n, b.data(), n, expected.data(), n, team);
  gemm_row<double>(n, n, n, a.data(), n, b.data(), n, c.data(), n, team);
  EXPECT_EQ(c, expected);
  for (const std::int64_t block : {1, 5, 16, 64}) {
    gemm_tiled<double>(n, n, n, a.data(), n, b.data(), n, c.data(), n, block, team);
    EXPECT_EQ(c, expected) << "tile " << block;
    gemm_column_block<double>(n, n, n, a.data(), n, b.data(), n, c.data(), n, block, team);
    EXPECT_EQ(c, expected) << "block_width " << block;
  }
}

}  // namespace
