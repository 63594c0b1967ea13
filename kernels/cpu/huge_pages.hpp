// A zeroed, page-aligned work buffer on huge pages where the system grants them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sweepmark::kernels {

/// Bytes owned by one object, touched once on construction so that no later use pays for a page
/// fault. Buffers of 1 MiB and more ask for 2 MiB pages: a packed panel walked with 4 KiB pages
/// misses the TLB on every row. Throws std::bad_alloc when the system has no memory.
class HugeBuffer {
 public:
  HugeBuffer() = default;
  explicit HugeBuffer(std::int64_t bytes);
  ~HugeBuffer();
  HugeBuffer(HugeBuffer&& other) noexcept;
  HugeBuffer& operator=(HugeBuffer&& other) noexcept;
  HugeBuffer(const HugeBuffer&) = delete;
  HugeBuffer& operator=(const HugeBuffer&) = delete;

  template <class T>
  T* as() const {
    return static_cast<T*>(data_);
  }
  std::int64_t bytes() const { return bytes_; }

 private:
  void* data_ = nullptr;
  std::int64_t bytes_ = 0;
};

/// Asks for huge pages under [data, data + bytes), whole 2 MiB pages only. A hint: never fails.
/// Only pages not touched yet are affected, so call it between allocation and first write.
void advise_huge_pages(void* data, std::int64_t bytes);

}  // namespace sweepmark::kernels
