// Host memory for operands: 64-byte aligned, guarded on both sides, in huge pages where they help.
#pragma once
#include <sweepmark/abi.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sweepmark::host {

/// Bytes with a guard zone directly before the first and directly after the last. The zones hold a
/// pattern that is NaN in float32 and float64 and no valid index in int32, so that reading past an
/// end shows too. The start is 64-byte aligned and a fixed distance into its page, the same for
/// the same `stagger` (in units of 5 cache lines), so that speed does not depend on what was
/// allocated before, and operands of different stagger do not alias in the low 12 address bits.
/// From 2 MiB on the data lies in its own mapping for which huge pages are asked.
class GuardedBuffer {
 public:
  /// Contents undefined. Throws Error naming the size when the memory cannot be had.
  GuardedBuffer(std::size_t bytes, std::size_t stagger);

  std::byte* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

  /// The signed distance in bytes of the first damaged guard byte: negative ones count back from
  /// the start of the data, others forward from its end. Nothing when both zones are whole.
  std::optional<std::ptrdiff_t> guard_damage() const;

 private:
  struct Release {
    std::size_t mapped_bytes;  // 0: from the heap
    void operator()(std::byte* memory) const;
  };
  std::size_t bytes_ = 0, front_ = 0, back_ = 0;
  std::unique_ptr<std::byte, Release> memory_;
  std::byte* data_ = nullptr;
};

/// Owns a dense row-major array of rank 1 or 2 and its ABI description. abi() stays valid and in
/// place as long as the Tensor is not moved; the data stays in place even then.
class Tensor {
 public:
  /// A vector of `length` elements.
  Tensor(std::string name, swm_dtype dtype, std::int64_t length, std::size_t stagger = 0);
  /// rows x columns; a row starts max(1, columns + row_padding) elements after the one before. The
  /// padding holds the guard pattern and is watched like the guard zones.
  Tensor(std::string name, swm_dtype dtype, std::int64_t rows, std::int64_t columns,
         std::int64_t row_padding, std::size_t stagger);

  const std::string& name() const { return name_; }
  const swm_tensor& abi() const { return abi_; }
  swm_dtype dtype() const { return static_cast<swm_dtype>(abi_.dtype); }
  /// A vector is one row.
  std::int64_t rows() const { return abi_.rank == 2 ? abi_.shape[0] : 1; }
  std::int64_t columns() const { return abi_.rank == 2 ? abi_.shape[1] : abi_.shape[0]; }
  /// Elements from one row to the next.
  std::int64_t leading() const { return abi_.rank == 2 ? abi_.stride[0] : columns(); }
  std::int64_t elements() const { return rows() * columns(); }

  /// The elements; T must be the C++ type of dtype().
  template <class T>
  T* values() const {
    return reinterpret_cast<T*>(buffer_.data());
  }

  /// NaN with a payload of ours in every element, all bits set for integers. See is_poison().
  void poison();
  /// How many elements still hold poison(), for f32 and f64; `first` is the row-major place of one.
  std::int64_t count_poison(std::int64_t& first) const;

  /// A number that changes when any element changes (64 bits, four multiplicative lanes).
  std::uint64_t checksum() const;

  /// A sentence when a guard zone or row padding was overwritten.
  std::optional<std::string> damage() const;

 private:
  void write_padding();
  std::string name_;
  swm_tensor abi_{};
  GuardedBuffer buffer_;
};

/// Bytes of one element.
std::size_t element_size(swm_dtype dtype);

}  // namespace sweepmark::host
