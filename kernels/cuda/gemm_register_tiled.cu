// float32 without tensor cores, as near to the arithmetic's limit as plain code comes.
//
// A block computes Down x Across of C; each of its warps 32 x 64 as 4 x 8 threads of 8 x 8
// elements, each of these as four 4 x 4 pieces 16 rows and 32 columns apart. So a step of k is 64
// multiply-adds a thread on four 16-byte reads of shared memory, in which a warp meets no bank
// twice (the scheme of NVIDIA's CUTLASS, "Efficient GEMM in CUDA").
#include "kernels/cuda/gemm.hpp"
#include "kernels/cuda/grid.hpp"

namespace sweepmark::kernels::cuda {
namespace {

constexpr int depth = 8;  // of a tile of A and B: steps of k between two barriers
constexpr int warp_down = 32, warp_across = 64, quad = 4, pieces = 2;

// Four elements from `from`, of which `left` lie inside the matrix; the rest are zeros.
template <bool Vectors>
__device__ float4 load_quad(const float* from, std::int64_t left) {
  if (Vectors && left >= quad) return *reinterpret_cast<const float4*>(from);
  float4 v{0, 0, 0, 0};
  if (left > 0) v.x = from[0];
  if (left > 1) v.y = from[1];
  if (left > 2) v.z = from[2];
  if (left > 3) v.w = from[3];
  return v;
}

template <bool Vectors>
__device__ void store_quad(float* to, const float (&v)[8], int first, std::int64_t left) {
  if (Vectors && left >= quad) {
    *reinterpret_cast<float4*>(to) = {v[first], v[first + 1], v[first + 2], v[first + 3]};
    return;
  }
#pragma unroll
  for (int l = 0; l < quad; ++l)
    if (l < left) to[l] = v[first + l];
}

template <int Down, int Across>
struct Tiles {
  static constexpr int threads = Down / warp_down * (Across / warp_across) * 32;
  static constexpr int loads_a = Down * depth / quad / threads;
  static constexpr int loads_b = depth * Across / quad / threads;
  // Blocks on a multiprocessor that the registers are cut for; small tiles are for few blocks.
  static constexpr int resident = threads >= 256 ? 2 : 4;
  static constexpr int pad = 4;  // fewer bank conflicts where A is stored transposed
  alignas(16) float a[2][depth][Down + pad];
  alignas(16) float b[2][depth][Across];
};

// One thread's part of the next tiles on their way from memory to shared memory.
template <int Down, int Across, bool Vectors>
struct Fetch {
  using T = Tiles<Down, Across>;
  float4 a[T::loads_a], b[T::loads_b];

  __device__ void load(const Gemm<float>& g, std::int64_t row, std::int64_t column,
                       std::int64_t p) {
#pragma unroll
    for (int l = 0; l < T::loads_a; ++l) {
      const int id = static_cast<int>(threadIdx.x) + l * T::threads;
      const std::int64_t i = row + id / (depth / quad), q = p + id % (depth / quad) * quad;
      a[l] = load_quad<Vectors>(g.a + i * g.lda + q, i < g.m ? g.k - q : 0);
    }
#pragma unroll
    for (int l = 0; l < T::loads_b; ++l) {
      const int id = static_cast<int>(threadIdx.x) + l * T::threads;
      const std::int64_t q = p + id / (Across / quad), j = column + id % (Across / quad) * quad;
      b[l] = load_quad<Vectors>(g.b + q * g.ldb + j, q < g.k ? g.n - j : 0);
    }
  }

  __device__ void store(T& tiles, int buffer) const {
#pragma unroll
    for (int l = 0; l < T::loads_a; ++l) {
      const int id = static_cast<int>(threadIdx.x) + l * T::threads;
      const int i = id / (depth / quad), q = id % (depth / quad) * quad;
      tiles.a[buffer][q][i] = a[l].x;
      tiles.a[buffer][q + 1][i] = a[l].y;
      tiles.a[buffer][q + 2][i] = a[l].z;
      tiles.a[buffer][q + 3][i] = a[l].w;
    }
#pragma unroll
    for (int l = 0; l < T::loads_b; ++l) {
      const int id = static_cast<int>(threadIdx.x) + l * T::threads;
      *reinterpret_cast<float4*>(
          &tiles.b[buffer][id / (Across / quad)][id % (Across / quad) * quad]) = b[l];
    }
  }
};

// Eight elements as two quads `apart` elements from each other.
__device__ inline void read_fragment(float (&to)[8], const float* from, int apart) {
#pragma unroll
  for (int piece = 0; piece < pieces; ++piece) {
    const float4 v = *reinterpret_cast<const float4*>(from + piece * apart);
    to[piece * quad] = v.x;
    to[piece * quad + 1] = v.y;
    to[piece * quad + 2] = v.z;
    to[piece * quad + 3] = v.w;
  }
}

template <int Down, int Across>
__device__ void multiply_tiles(const Tiles<Down, Across>& tiles, int buffer, int row, int column,
                               float (&sums)[8][8]) {
#pragma unroll
  for (int q = 0; q < depth; ++q) {
    float a[8], b[8];
    read_fragment(a, &tiles.a[buffer][q][row], warp_down / pieces);
    read_fragment(b, &tiles.b[buffer][q][column], warp_across / pieces);
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
      for (int j = 0; j < 8; ++j) sums[i][j] = fmaf(a[i], b[j], sums[i][j]);
  }
}

template <int Down, int Across, bool Vectors>
__global__ void __launch_bounds__(Tiles<Down, Across>::threads, Tiles<Down, Across>::resident)
    register_tiled(Gemm<float> g, std::int64_t tiles_down, std::int64_t tiles_across) {
  __shared__ Tiles<Down, Across> tiles;
  const TilePlace place = tile_of_block(blockIdx.x, tiles_down, tiles_across);
  const std::int64_t first_row = place.row * Down, first_column = place.column * Across;
  const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
  constexpr int warps_across = Across / warp_across;
  const int row = warp / warps_across * warp_down + lane / 8 * quad;
  const int column = warp % warps_across * warp_across + lane % 8 * quad;

  float sums[8][8] = {};
  Fetch<Down, Across, Vectors> fetch;
  fetch.load(g, first_row, first_column, 0);
  fetch.store(tiles, 0);
  __syncthreads();
  int buffer = 0;
  for (std::int64_t p = 0; p < g.k; p += depth) {
    const bool more = p + depth < g.k;
    if (more) fetch.load(g, first_row, first_column, p + depth);
    multiply_tiles(tiles, buffer, row, column, sums);
    if (!more) break;
    // The other buffer was last read before the barrier at the end of the step before this one.
    buffer ^= 1;
    fetch.store(tiles, buffer);
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < 8; ++i) {
    const std::int64_t r = first_row + row + i / quad * (warp_down / pieces) + i % quad;
    if (r >= g.m) continue;
#pragma unroll
    for (int piece = 0; piece < pieces; ++piece) {
      const std::int64_t c = first_column + column + piece * (warp_across / pieces);
      store_quad<Vectors>(g.c + r * g.ldc + c, sums[i], piece * quad, g.n - c);
    }
  }
}

bool rows_aligned(const void* data, std::int64_t leading) {
  return reinterpret_cast<std::uintptr_t>(data) % sizeof(float4) == 0 && leading % quad == 0;
}

template <int Side>
cudaError_t launch(const Gemm<float>& g) {
  const std::int64_t down = divide_up(g.m, Side), across = divide_up(g.n, Side);
  if (across > largest_grid_x / down) return cudaErrorInvalidConfiguration;
  const auto blocks = static_cast<unsigned>(down * across);
  constexpr int threads = Tiles<Side, Side>::threads;
  if (rows_aligned(g.a, g.lda) && rows_aligned(g.b, g.ldb) && rows_aligned(g.c, g.ldc))
    register_tiled<Side, Side, true><<<blocks, threads>>>(g, down, across);
  else
    register_tiled<Side, Side, false><<<blocks, threads>>>(g, down, across);
  return cudaGetLastError();
}

}  // namespace

cudaError_t gemm_register_tiled(const Gemm<float>& g, int multiprocessors) {
  if (g.m <= 0 || g.n <= 0) return cudaSuccess;
  return large_tiles_fill(g.m, g.n, multiprocessors) ? launch<128>(g) : launch<64>(g);
}

}  // namespace sweepmark::kernels::cuda
