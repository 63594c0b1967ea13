#include "app/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "base/error.hpp"

namespace sweepmark::host {
namespace {

Error cannot_write(const std::string& path) {
  return system_error(fmt::format("cannot write {}", path), errno);
}

void write_all(int descriptor, const std::string& text, const std::string& path) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = ::write(descriptor, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw cannot_write(path);
    done += static_cast<std::size_t>(n);
  }
}

}  // namespace

OutputFile::OutputFile(const std::string& path) {
  if (path == "-" || path == "stdout") return;
  path_ = path;
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  std::string opened = path;
  if (std::filesystem::is_directory(status)) {
    errno = EISDIR;
    throw cannot_write(path);
  }
  if (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status)) {
    temporary_ = fmt::format("{}.{}.partial", path, ::getpid());
    opened = temporary_;
  }
  constexpr mode_t mode = 0644;
  descriptor_ = ::open(opened.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
  if (descriptor_ < 0) {
    temporary_.clear();
    throw cannot_write(path);
  }
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::write(const std::string& text) {
  if (is_standard_output()) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
      throw system_error("cannot write standard output", errno);
    return;
  }
  write_all(descriptor_, text, path_);
  const int closed = ::close(descriptor_);
  descriptor_ = -1;
  if (closed != 0) throw cannot_write(path_);
  if (!temporary_.empty() && ::rename(temporary_.c_str(), path_.c_str()) != 0)
    throw cannot_write(path_);
  temporary_.clear();
}

}  // namespace sweepmark::host
