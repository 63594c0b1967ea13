#include "training/file_content.hpp"

#include <fmt/format.h>

#include <boost/iostreams/copy.hpp>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <boost/uuid/detail/sha1.hpp>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/error.hpp"

namespace sweepmark::host {
namespace {

namespace io = boost::iostreams;

std::string read_bytes(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw Error(fmt::format("{}: found a folder, expected a data file", path));
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) throw system_error(fmt::format("cannot read {}", path), errno);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  if (in.bad()) throw system_error(fmt::format("cannot read {}", path), errno);
  return bytes;
}

std::string unpack(const std::string& path, const std::string& packed) {
  std::string text;
  try {
    io::filtering_istream in;
    in.push(io::gzip_decompressor());
    in.push(io::array_source(packed.data(), packed.size()));
    // Only now: a chain without a device has badbit set. Without exceptions a file that was cut
    // off reads like one that ends there.
    in.exceptions(std::ios::badbit);
    io::copy(in, io::back_inserter(text));
  } catch (const std::ios_base::failure& e) {
    throw Error(fmt::format("{}: damaged or cut-off gzip data after {} unpacked bytes ({})", path,
                            text.size(), e.what()));
  }
  return text;
}

}  // namespace

std::string sha1_hex(const std::string& bytes) {
  boost::uuids::detail::sha1 hash;
  hash.process_bytes(bytes.data(), bytes.size());
  boost::uuids::detail::sha1::digest_type words;
  hash.get_digest(words);
  std::string hex;
  for (const unsigned word : words) hex += fmt::format("{:08x}", word);
  return hex;
}

FileContent read_file(const std::string& path) {
  FileContent content;
  std::string bytes = read_bytes(path);
  content.bytes = bytes.size();
  content.sha1 = sha1_hex(bytes);
  content.compressed = bytes.size() >= 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b';
  content.text = content.compressed ? unpack(path, bytes) : std::move(bytes);
  return content;
}

}  // namespace sweepmark::host
