// How many blocks cover a matrix, and which tile a block does: the arithmetic of launches, in 64
// bits, for the host's tests and the device alike.
#pragma once
#include <algorithm>
#include <cstdint>

#include "kernels/cuda/host_device.hpp"

namespace sweepmark::kernels::cuda {

/// CUDA C++ Programming Guide, table "Technical Specifications per Compute Capability".
inline constexpr std::int64_t largest_grid_x = 2147483647, largest_grid_y = 65535;

struct Extent {
  unsigned x = 0, y = 0;
  bool operator==(const Extent&) const = default;
};

constexpr SWEEPMARK_HOST_DEVICE std::int64_t divide_up(std::int64_t a, std::int64_t b) {
  return a / b + (a % b != 0 ? 1 : 0);
}

/// Blocks of block_rows x block_columns over a matrix of rows x columns: x over columns, y over
/// rows. Where a limit cuts them, the kernel strides on by the grid's extent. 0 for empty matrices.
constexpr Extent grid_covering(std::int64_t rows, std::int64_t columns, std::int64_t block_rows,
                               std::int64_t block_columns) {
  if (rows <= 0 || columns <= 0) return {};
  return {static_cast<unsigned>(std::min(divide_up(columns, block_columns), largest_grid_x)),
          static_cast<unsigned>(std::min(divide_up(rows, block_rows), largest_grid_y))};
}

/// Blocks of `threads` over `length` elements, at most `most`; the kernel strides over the rest.
constexpr unsigned blocks_over(std::int64_t length, std::int64_t threads, std::int64_t most) {
  return static_cast<unsigned>(
      std::clamp<std::int64_t>(divide_up(length, threads), 0, std::min(most, largest_grid_x)));
}

struct TilePlace {
  std::int64_t row = 0, column = 0;
  bool operator==(const TilePlace&) const = default;
};

/// The tile that block `id` of tiles_down x tiles_across does. Blocks run in order of id: walking
/// down eight tiles before the next column keeps the parts of A and B that are in use at a time in
/// the second-level cache. Each tile belongs to one id.
constexpr SWEEPMARK_HOST_DEVICE TilePlace tile_of_block(std::int64_t id, std::int64_t tiles_down,
                                                        std::int64_t tiles_across) {
  constexpr std::int64_t group = 8;
  const std::int64_t first = id / (group * tiles_across) * group;
  const std::int64_t height = tiles_down - first < group ? tiles_down - first : group;
  const std::int64_t within = id % (group * tiles_across);
  return {first + within % height, within / height};
}

/// The shared-memory tile of a block of `width` columns: the smallest of 8, 16, 32 that holds it.
constexpr int tile_for_width(std::int64_t width) { return width <= 8 ? 8 : width <= 16 ? 16 : 32; }

/// Whether 128 x 128 tiles keep two blocks on each multiprocessor; smaller tiles otherwise.
constexpr bool large_tiles_fill(std::int64_t rows, std::int64_t columns, int multiprocessors) {
  return divide_up(rows, 128) * divide_up(columns, 128) >= 2 * std::int64_t{multiprocessors};
}

/// Threads of a block that sums over a batch: x parameters next to each other, y parts of the
/// batch; powers of two, x * y <= 1024.
struct SumShape {
  unsigned x = 0, y = 0;
  bool operator==(const SumShape&) const = default;
};
constexpr SumShape sum_shape(std::int64_t parameters, std::int64_t batch) {
  unsigned x = 1, y = 1;
  while (x < 32 && x < parameters) x *= 2;
  while (x * y < 1024 && y < batch) y *= 2;
  return {x, y};
}

}  // namespace sweepmark::kernels::cuda
