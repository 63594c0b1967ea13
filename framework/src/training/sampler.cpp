#include "training/sampler.hpp"

#include <fmt/format.h>

#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "ops/random.hpp"

namespace sweepmark::host {

std::mt19937_64 stream_engine(std::uint64_t seed, Stream stream) {
  if (stream == Stream::order) return std::mt19937_64(seed);
  return std::mt19937_64(stream_key(seed, static_cast<std::uint64_t>(stream)));
}

std::int64_t draw_below(std::mt19937_64& engine, std::int64_t count) {
  return static_cast<std::int64_t>(multiply_high(engine(), static_cast<std::uint64_t>(count)));
}

void shuffle(std::vector<std::int32_t>& order, std::mt19937_64& engine) {
  std::int32_t* const rows = order.data();
  for (std::int64_t i = static_cast<std::int64_t>(order.size()) - 1; i > 0; --i)
    std::swap(rows[i], rows[draw_below(engine, i + 1)]);
}

RowSampler::RowSampler(Sampler kind, std::int64_t examples, std::int64_t batch,
                       std::int64_t duplicate, std::uint64_t seed)
    : kind_(kind),
      examples_(examples),
      batch_(batch),
      duplicate_(duplicate),
      epoch_length_(examples * duplicate),
      engine_(stream_engine(seed, Stream::order)) {
  if (batch < 1 || duplicate < 1)
    throw Error(
        fmt::format("batch_size {} and duplicate {}: expected 1 or more", batch, duplicate));
  if (kind == Sampler::independent && duplicate > 1)
    throw Error("sampler independent draws each batch anew: expected duplicate 1");
  if (batch > epoch_length_)
    throw Error(fmt::format("batch_size {}: expected at most the {} examples of an epoch", batch,
                            epoch_length_));
  drawn_.resize(static_cast<std::size_t>(examples));
  std::iota(drawn_.begin(), drawn_.end(), 0);
  if (kind == Sampler::independent) {
    order_ = drawn_;
    epoch_length_ = (examples + batch - 1) / batch * batch;
    drawn_.resize(static_cast<std::size_t>(epoch_length_));
  }
  if (duplicate > 1) repeated_.resize(static_cast<std::size_t>(epoch_length_));
}

void RowSampler::next_epoch() {
  if (kind_ == Sampler::shuffled)
    shuffle(drawn_, engine_);
  else if (kind_ == Sampler::with_replacement)
    for (auto& row : drawn_) row = static_cast<std::int32_t>(draw_below(engine_, examples_));
  else
    draw_independent();
  if (duplicate_ == 1) return;
  std::size_t at = 0;
  for (const std::int32_t row : drawn_)
    for (std::int64_t d = 0; d < duplicate_; ++d) repeated_[at++] = row;
}

// The first `batch` steps of a shuffle, from the front of the urn, for each batch.
void RowSampler::draw_independent() {
  std::int32_t* const urn = order_.data();
  std::int32_t* out = drawn_.data();
  for (std::int64_t first = 0; first < epoch_length_; first += batch_)
    for (std::int64_t i = 0; i < batch_; ++i) {
      std::swap(urn[i], urn[i + draw_below(engine_, examples_ - i)]);
      *out++ = urn[i];
    }
}

}  // namespace sweepmark::host
