// A whole data file in memory: unpacked when it is gzip, with the checksum of the file as it lies.
#pragma once
#include <cstdint>
#include <string>

namespace sweepmark::host {

struct FileContent {
  std::string text;         // unpacked
  std::string sha1;         // 40 hexadecimal digits, of the bytes on disk
  std::uint64_t bytes = 0;  // on disk
  bool compressed = false;  // recognised by its first two bytes, whatever its name
};

/// Throws Error naming the file: missing, unreadable, a folder, or gzip that is damaged or cut off.
FileContent read_file(const std::string& path);

/// SHA-1 of the bytes (FIPS 180-4) as 40 hexadecimal digits: an identity, not a protection.
std::string sha1_hex(const std::string& bytes);

}  // namespace sweepmark::host
