// Every element has a thread, every tile a block, at every size and past every limit.
#include "kernels/cuda/grid.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <utility>

namespace sweepmark::kernels::cuda {
namespace {

TEST(Grid, DivisionRoundsUpWithoutOverflow) {
  EXPECT_EQ(divide_up(0, 32), 0);
  EXPECT_EQ(divide_up(1, 32), 1);
  EXPECT_EQ(divide_up(32, 32), 1);
  EXPECT_EQ(divide_up(33, 32), 2);
  EXPECT_EQ(divide_up(INT64_MAX, 2), INT64_MAX / 2 + 1);
}

// Case: grid = n / block by integer division leaves the edge unwritten (n = 1000, block 32;
// n = 100, block 64; n = 31, block 32; n = 1, block 32).
TEST(Grid, TheLastPartialBlockIsThere) {
  EXPECT_EQ(grid_covering(1000, 1000, 32, 32), (Extent{32, 32}));
  EXPECT_EQ(grid_covering(100, 100, 64, 64), (Extent{2, 2}));
  EXPECT_EQ(grid_covering(31, 31, 32, 32), (Extent{1, 1}));
  EXPECT_EQ(grid_covering(1, 1, 32, 32), (Extent{1, 1}));
  EXPECT_EQ(grid_covering(7, 130, 8, 32), (Extent{5, 1}));
}

TEST(Grid, EmptyMatricesHaveNoBlocks) {
  EXPECT_EQ(grid_covering(0, 5, 8, 8), (Extent{0, 0}));
  EXPECT_EQ(grid_covering(5, 0, 8, 8), (Extent{0, 0}));
  EXPECT_EQ(blocks_over(0, 256, 4096), 0U);
}

TEST(Grid, LimitsOfTheDeviceCutTheGrid) {
  // A million rows of blocks: y stops at its limit and the kernel strides on.
  EXPECT_EQ(grid_covering(8'000'000, 1, 8, 32), (Extent{1, 65535}));
  EXPECT_EQ(grid_covering(1, std::int64_t{1} << 40, 1, 32).x, 2147483647U);
  EXPECT_EQ(blocks_over(std::int64_t{1} << 40, 256, 4096), 4096U);
  EXPECT_EQ(blocks_over(257, 256, 4096), 2U);
}

TEST(Grid, EachTileBelongsToOneBlock) {
  for (const auto& [down, across] : {std::pair{1, 1}, {1, 7}, {7, 1}, {8, 3}, {9, 5}, {37, 11}}) {
    std::set<std::pair<std::int64_t, std::int64_t>> seen;
    for (std::int64_t id = 0; id < std::int64_t{down} * across; ++id) {
      const TilePlace place = tile_of_block(id, down, across);
      ASSERT_GE(place.row, 0);
      ASSERT_LT(place.row, down);
      ASSERT_GE(place.column, 0);
      ASSERT_LT(place.column, across);
      seen.emplace(place.row, place.column);
    }
    EXPECT_EQ(seen.size(), static_cast<std::size_t>(down) * static_cast<std::size_t>(across));
  }
}

TEST(Grid, TilesOfAMatrixBeyondTwoToThe31Elements) {
  // 65536 x 65536 in tiles of 128: the last block does the last tile.
  EXPECT_EQ(tile_of_block(512 * 512 - 1, 512, 512), (TilePlace{511, 511}));
  EXPECT_EQ(divide_up(65536, 128) * divide_up(65536, 128), 262144);
}

TEST(Grid, TheTileFitsTheBlockWidth) {
  for (const auto& [width, tile] : {std::pair<std::int64_t, int>{1, 8},
                                    {8, 8},
                                    {9, 16},
                                    {16, 16},
                                    {17, 32},
                                    {std::int64_t{1} << 40, 32}})
    EXPECT_EQ(tile_for_width(width), tile) << width;
}

TEST(Grid, LargeTilesOnlyWhereTheyFillTheDevice) {
  EXPECT_FALSE(large_tiles_fill(256, 256, 132));
  EXPECT_TRUE(large_tiles_fill(4096, 4096, 132));
  EXPECT_TRUE(large_tiles_fill(256, 256, 2));
  EXPECT_FALSE(large_tiles_fill(1, 1, 1));
}

TEST(Grid, SumsUseWholeBlocksOfPowersOfTwo) {
  EXPECT_EQ(sum_shape(6, 1500), (SumShape{8, 128}));
  EXPECT_EQ(sum_shape(650, 1500), (SumShape{32, 32}));
  EXPECT_EQ(sum_shape(650, 1), (SumShape{32, 1}));
  EXPECT_EQ(sum_shape(1, 1'000'000), (SumShape{1, 1024}));
  EXPECT_EQ(sum_shape(33, 10), (SumShape{32, 16}));
}

}  // namespace
}  // namespace sweepmark::kernels::cuda
