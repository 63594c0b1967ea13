// Which rows each step sees, the same with every compiler and standard library.
#pragma once
#include <cstdint>
#include <random>
#include <vector>

#include "record/training_case.hpp"

namespace sweepmark::host {

/// What a seed is used for; each use has its own engine, so that none shifts another.
enum class Stream : std::uint64_t { order = 0, start = 1, split = 2 };

/// std::mt19937_64 (whose values the C++ standard fixes). `order` is seeded with the seed itself,
/// as abi.h asks of sgd_epoch; the others with a mix of it.
std::mt19937_64 stream_engine(std::uint64_t seed, Stream stream);

/// A whole number in [0, count): the high 64 bits of the product of a draw and count.
std::int64_t draw_below(std::mt19937_64& engine, std::int64_t count);

/// For i = size - 1 down to 1 swaps order[i] with order[draw_below(i + 1)]: sgd_epoch's rule.
void shuffle(std::vector<std::int32_t>& order, std::mt19937_64& engine);

/// The rows of one epoch after another. A value: a copy continues exactly as the original would.
class RowSampler {
 public:
  /// shuffled: each example once an epoch, an epoch shuffles the order the last one left.
  /// with_replacement: as many draws as there are examples.
  /// independent: ceil(examples / batch) batches, each drawn anew, without replacement inside it.
  /// Each row stands `duplicate` times in a row. Throws Error when the batch is larger than the
  /// epoch, or independent batches are to be duplicated.
  RowSampler(Sampler kind, std::int64_t examples, std::int64_t batch, std::int64_t duplicate,
             std::uint64_t seed);

  /// Draws the next epoch; rows() then holds it. Its length never changes, its address may.
  void next_epoch();
  const std::int32_t* rows() const { return duplicate_ == 1 ? drawn_.data() : repeated_.data(); }
  std::int64_t epoch_length() const { return epoch_length_; }

 private:
  void draw_independent();
  Sampler kind_;
  std::int64_t examples_, batch_, duplicate_, epoch_length_;
  std::mt19937_64 engine_;
  std::vector<std::int32_t> order_;     // independent: the urn
  std::vector<std::int32_t> drawn_;     // one epoch, not yet duplicated
  std::vector<std::int32_t> repeated_;  // with duplicates
};

}  // namespace sweepmark::host
