#include "huge_pages.hpp"

#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace sweepmark::kernels {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;
constexpr std::size_t kSmallPage = 4096;

}  // namespace

void advise_huge_pages(void* data, std::int64_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  if (data == nullptr || bytes <= 0) return;
  const auto first = reinterpret_cast<std::uintptr_t>(data);
  const std::uintptr_t begin = (first + kHugePage - 1) / kHugePage * kHugePage;
  const std::uintptr_t end = (first + static_cast<std::uintptr_t>(bytes)) / kHugePage * kHugePage;
  if (begin < end) {
    // A refusal leaves small pages, which are slower but right, so the result does not matter.
    (void)::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
  }
#else
  (void)data;
  (void)bytes;
#endif
}

HugeBuffer::HugeBuffer(std::int64_t bytes) : bytes_(bytes > 0 ? bytes : 0) {
  if (bytes_ == 0) return;
  const auto wanted = static_cast<std::size_t>(bytes_);
  const std::size_t align = wanted >= kHugePage / 2 ? kHugePage : kSmallPage;
  const std::size_t rounded = (wanted + align - 1) / align * align;
  data_ = std::aligned_alloc(align, rounded);
  if (data_ == nullptr) throw std::bad_alloc();
  advise_huge_pages(data_, static_cast<std::int64_t>(rounded));
  std::memset(data_, 0, rounded);
}

HugeBuffer::~HugeBuffer() { std::free(data_); }

HugeBuffer::HugeBuffer(HugeBuffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}

HugeBuffer& HugeBuffer::operator=(HugeBuffer&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

}  // namespace sweepmark::kernels
