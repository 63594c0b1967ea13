// Random inputs by position: element i of a stream depends on (key, i) only, so filling needs no
// state, is fast, and gives the same bits with every compiler and standard library.
#pragma once
#include <cstdint>

namespace sweepmark::host {

/// The finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014; constants by Stafford).
constexpr std::uint64_t mix_bits(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

/// 64 random bits for position `index` of the stream `key`: SplitMix64 started at `key`.
constexpr std::uint64_t random_bits(std::uint64_t key, std::uint64_t index) {
  return mix_bits(key + (index + 1) * 0x9e3779b97f4a7c15U);
}

/// The key of stream `stream` under `seed`: streams of one seed are independent.
constexpr std::uint64_t stream_key(std::uint64_t seed, std::uint64_t stream) {
  return mix_bits(mix_bits(seed + 0x9e3779b97f4a7c15U) ^ (stream * 0xd1342543de82ef95U));
}

/// The high 64 bits of a * b.
constexpr std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<Wide>(a) * b) >> 64);
}

/// An integer in [0, count), count >= 1. The bias is below count / 2^64.
constexpr std::int64_t random_index(std::uint64_t key, std::uint64_t index, std::int64_t count) {
  return static_cast<std::int64_t>(
      multiply_high(random_bits(key, index), static_cast<std::uint64_t>(count)));
}

/// An integer in [-bound, bound].
constexpr std::int64_t random_integer(std::uint64_t key, std::uint64_t index, std::int64_t bound) {
  return random_index(key, index, 2 * bound + 1) - bound;
}

/// The sum of the eight bytes of `word`.
constexpr std::uint64_t sum_of_bytes(std::uint64_t word) {
  const std::uint64_t pairs = (word & 0x00ff00ff00ff00ffU) + ((word >> 8) & 0x00ff00ff00ff00ffU);
  return (pairs * 0x0001000100010001U) >> 48;
}

/// A normal(0, 1) value: the classical sum of twelve uniform numbers, here twelve random bytes plus
/// a 32-bit fraction, scaled to variance 1 (a uniform byte has variance 65535 / 12, the fraction
/// 1 / 12). Range +-6, excess kurtosis -0.1. No logarithm and no table: all but one multiplication
/// is integer arithmetic, so the bits cannot depend on a mathematical library.
constexpr double random_normal(std::uint64_t key, std::uint64_t index) {
  const std::uint64_t first = random_bits(key, 2 * index);
  const std::uint64_t second = random_bits(key, 2 * index + 1);
  const std::uint64_t bytes = sum_of_bytes(first) + sum_of_bytes(second >> 32);
  constexpr std::int64_t mean = std::int64_t{3061} << 31;  // 12 * 127.5 + 0.5, in units of 2^-32
  const auto sum = static_cast<std::int64_t>((bytes << 32) | (second & 0xffffffffU)) - mean;
  constexpr double deviation = 255.99820962915607;  // sqrt(65535 + 1 / 12)
  return static_cast<double>(sum) * (1.0 / (deviation * 4294967296.0));
}

}  // namespace sweepmark::host
