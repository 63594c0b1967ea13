#include "ops/operands.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>

#include "base/error.hpp"
#include "base/units.hpp"

namespace sweepmark::host {
namespace {

constexpr std::size_t page = 4096, huge_page = std::size_t{1} << 21;
constexpr std::size_t stagger_bytes = 320;  // five cache lines

// Two words of it are a quiet NaN in float64, one is in float32, and as int32 it is negative.
constexpr std::uint32_t guard_word = 0xffffa5c3U;
constexpr std::uint32_t poison_f32 = 0x7fd5a5a5U;
constexpr std::uint64_t poison_f64 = 0x7ffd5a5aa5a55a5aU;

std::byte guard_byte(std::size_t index) {
  return static_cast<std::byte>(guard_word >> (8 * (index % 4)));
}

// The pattern is laid out from a 4-byte boundary, so that it reads as NaN at any element.
void write_pattern(std::byte* to, std::size_t bytes) {
  const auto phase = reinterpret_cast<std::uintptr_t>(to);
  for (std::size_t i = 0; i < bytes; ++i) to[i] = guard_byte(phase + i);
}

std::optional<std::size_t> first_difference(const std::byte* from, std::size_t bytes) {
  const auto phase = reinterpret_cast<std::uintptr_t>(from);
  for (std::size_t i = 0; i < bytes; ++i)
    if (from[i] != guard_byte(phase + i)) return i;
  return std::nullopt;
}

// A kernel that writes one row too many runs past the end by a row: large operands have long rows.
std::size_t guard_bytes(std::size_t bytes) { return bytes < 65536 ? 1024 : 16384; }

std::byte* map_aligned(std::size_t bytes) {
  const std::size_t span = bytes + huge_page;
  void* raw = mmap(nullptr, span, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (raw == MAP_FAILED) return nullptr;
  auto* begin = static_cast<std::byte*>(raw);
  const std::size_t before =
      (huge_page - reinterpret_cast<std::uintptr_t>(begin) % huge_page) % huge_page;
  if (before != 0) munmap(begin, before);
  munmap(begin + before + bytes, span - before - bytes);
#ifdef MADV_HUGEPAGE
  madvise(begin + before, bytes, MADV_HUGEPAGE);
#endif
  return begin + before;
}

std::size_t physical_bytes() {
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGE_SIZE);
  if (pages <= 0 || size <= 0) return std::numeric_limits<std::size_t>::max();
  return static_cast<std::size_t>(pages) * static_cast<std::size_t>(size);
}

[[noreturn]] void refuse(std::size_t bytes) {
  throw Error(fmt::format("an operand needs {}, which this machine cannot give ({} in all)",
                          format_bytes(static_cast<double>(bytes)),
                          format_bytes(static_cast<double>(physical_bytes()))));
}

std::size_t storage_bytes(swm_dtype dtype, std::int64_t rows, std::int64_t leading) {
  const auto size = static_cast<std::int64_t>(element_size(dtype));
  if (leading > 0 && rows > std::numeric_limits<std::int64_t>::max() / leading / size)
    throw Error(
        fmt::format("an operand of {} x {} elements does not fit in memory", rows, leading));
  return static_cast<std::size_t>(rows * leading * size);
}

swm_tensor describe(swm_dtype dtype, std::uint32_t rank, std::array<std::int64_t, 2> shape,
                    std::int64_t leading) {
  swm_tensor tensor{};
  tensor.size = sizeof(swm_tensor);
  tensor.dtype = dtype;
  tensor.device = SWM_CPU;
  tensor.rank = rank;
  tensor.shape[0] = shape[0];
  if (rank == 2) {
    tensor.shape[1] = shape[1];
    tensor.stride[0] = leading;
    tensor.stride[1] = 1;
  } else {
    tensor.stride[0] = 1;
  }
  return tensor;
}

std::int64_t leading_of(std::int64_t columns, std::int64_t padding) {
  return std::max<std::int64_t>(1, columns + padding);
}

template <class T>
void fill_row(void* to, std::int64_t count, T value) {
  std::fill_n(static_cast<T*>(to), count, value);
}

template <class Bits>
std::int64_t count_bits(const Tensor& tensor, Bits pattern, std::int64_t& first) {
  std::int64_t found = 0;
  for (std::int64_t i = 0; i < tensor.rows(); ++i) {
    const std::byte* row =
        tensor.values<std::byte>() + static_cast<std::size_t>(i * tensor.leading()) * sizeof(Bits);
    for (std::int64_t j = 0; j < tensor.columns(); ++j) {
      Bits bits;
      std::memcpy(&bits, row + static_cast<std::size_t>(j) * sizeof(Bits), sizeof bits);
      if (bits == pattern && found++ == 0) first = i * tensor.columns() + j;
    }
  }
  return found;
}

}  // namespace

void GuardedBuffer::Release::operator()(std::byte* memory) const {
  if (mapped_bytes != 0)
    munmap(memory, mapped_bytes);
  else
    std::free(memory);
}

GuardedBuffer::GuardedBuffer(std::size_t bytes, std::size_t stagger)
    : bytes_(bytes),
      front_(guard_bytes(bytes) + stagger * stagger_bytes),
      back_(guard_bytes(bytes)) {
  if (bytes > physical_bytes()) refuse(bytes);
  const std::size_t total = (front_ + bytes + back_ + page - 1) / page * page;
  const bool mapped = bytes >= huge_page;
  auto* memory =
      mapped ? map_aligned(total) : static_cast<std::byte*>(std::aligned_alloc(page, total));
  if (memory == nullptr) refuse(bytes);
  memory_ = {memory, Release{mapped ? total : 0}};
  data_ = memory + front_;
  write_pattern(memory, front_);
  write_pattern(data_ + bytes_, back_);
}

std::optional<std::ptrdiff_t> GuardedBuffer::guard_damage() const {
  if (const auto after = first_difference(data_ + bytes_, back_))
    return static_cast<std::ptrdiff_t>(*after);
  // The last damaged byte before the data is the one nearest to it.
  const std::byte* begin = data_ - front_;
  if (!first_difference(begin, front_)) return std::nullopt;
  const auto phase = reinterpret_cast<std::uintptr_t>(begin);
  std::size_t i = front_;
  while (begin[i - 1] == guard_byte(phase + i - 1)) --i;
  return static_cast<std::ptrdiff_t>(i - 1) - static_cast<std::ptrdiff_t>(front_);
}

std::size_t element_size(swm_dtype dtype) {
  switch (dtype) {
    case SWM_F64:
      return 8;
    case SWM_F32:
    case SWM_I32:
      return 4;
    case SWM_F16:
    case SWM_BF16:
      return 2;
  }
  throw Error(fmt::format("dtype {} is not known", static_cast<int>(dtype)));
}

Tensor::Tensor(std::string name, swm_dtype dtype, std::int64_t length, std::size_t stagger)
    : name_(std::move(name)),
      abi_(describe(dtype, 1, {length, 0}, length)),
      buffer_(storage_bytes(dtype, 1, length), stagger) {
  abi_.data = buffer_.data();
}

Tensor::Tensor(std::string name, swm_dtype dtype, std::int64_t rows, std::int64_t columns,
               std::int64_t row_padding, std::size_t stagger)
    : name_(std::move(name)),
      abi_(describe(dtype, 2, {rows, columns}, leading_of(columns, row_padding))),
      buffer_(storage_bytes(dtype, rows, leading_of(columns, row_padding)), stagger) {
  abi_.data = buffer_.data();
  write_padding();
}

void Tensor::write_padding() {
  const std::size_t size = element_size(dtype());
  const auto used = static_cast<std::size_t>(columns()) * size;
  const auto pitch = static_cast<std::size_t>(leading()) * size;
  for (std::int64_t i = 0; used < pitch && i < rows(); ++i)
    write_pattern(buffer_.data() + static_cast<std::size_t>(i) * pitch + used, pitch - used);
}

void Tensor::poison() {
  const std::size_t pitch = static_cast<std::size_t>(leading()) * element_size(dtype());
  for (std::int64_t i = 0; i < rows(); ++i) {
    std::byte* row = buffer_.data() + static_cast<std::size_t>(i) * pitch;
    if (dtype() == SWM_F32)
      fill_row(row, columns(), std::bit_cast<float>(poison_f32));
    else if (dtype() == SWM_F64)
      fill_row(row, columns(), std::bit_cast<double>(poison_f64));
    else
      std::memset(row, 0xff, static_cast<std::size_t>(columns()) * element_size(dtype()));
  }
}

std::int64_t Tensor::count_poison(std::int64_t& first) const {
  if (dtype() == SWM_F32) return count_bits(*this, poison_f32, first);
  if (dtype() == SWM_F64) return count_bits(*this, poison_f64, first);
  return 0;
}

std::uint64_t Tensor::checksum() const {
  constexpr std::uint64_t factor = 0x9e3779b97f4a7c15U;
  std::array<std::uint64_t, 4> lanes{1, 2, 3, 4};
  const std::byte* from = buffer_.data();
  const std::size_t blocks = buffer_.bytes() / 32;
  for (std::size_t b = 0; b < blocks; ++b, from += 32) {
    std::array<std::uint64_t, 4> words;
    std::memcpy(words.data(), from, 32);
    for (std::size_t l = 0; l < 4; ++l) lanes[l] = std::rotl(lanes[l] ^ words[l], 29) * factor;
  }
  std::array<std::uint64_t, 4> last{};
  const std::size_t rest = buffer_.bytes() % 32;
  if (rest != 0) std::memcpy(last.data(), from, rest);
  std::uint64_t sum = 0;
  for (std::size_t l = 0; l < 4; ++l)
    sum = std::rotl(sum ^ (std::rotl(lanes[l] ^ last[l], 29) * factor), 31) * factor;
  return sum;
}

std::optional<std::string> Tensor::damage() const {
  const auto size = static_cast<std::ptrdiff_t>(element_size(dtype()));
  if (const auto at = buffer_.guard_damage()) {
    if (*at < 0)
      return fmt::format("memory before {} was overwritten, {} element(s) before its start", name_,
                         (-*at + size - 1) / size);
    return fmt::format("memory behind {} was overwritten, {} element(s) past its end", name_,
                       *at / size + 1);
  }
  const auto used = static_cast<std::size_t>(columns() * size);
  const auto pitch = static_cast<std::size_t>(leading() * size);
  for (std::int64_t i = 0; used < pitch && i < rows(); ++i)
    if (first_difference(buffer_.data() + static_cast<std::size_t>(i) * pitch + used, pitch - used))
      return fmt::format(
          "the padding behind row {} of {} was overwritten: the leading dimension {} "
          "is not its {} columns",
          i, name_, leading(), columns());
  return std::nullopt;
}

}  // namespace sweepmark::host
