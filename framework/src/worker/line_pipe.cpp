#include "worker/line_pipe.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>

namespace sweepmark::host {

LinePipe::~LinePipe() { ::close(descriptor_); }

std::optional<std::string> LinePipe::read_line(double timeout_seconds) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  timed_out_ = false;
  std::size_t searched = 0;
  for (;;) {
    if (const auto end = buffer_.find('\n', searched); end != std::string::npos) {
      std::string line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return line;
    }
    searched = buffer_.size();
    int wait_ms = -1;
    if (timeout_seconds >= 0) {
      const double left =
          timeout_seconds - std::chrono::duration<double>(Clock::now() - start).count();
      constexpr double longest_ms = 1e9;
      wait_ms = static_cast<int>(std::clamp(std::ceil(left * 1e3), 0.0, longest_ms));
    }
    pollfd ready{descriptor_, POLLIN, 0};
    const int polled = ::poll(&ready, 1, wait_ms);
    if (polled < 0 && errno == EINTR) continue;
    if (polled == 0) {
      timed_out_ = true;
      return std::nullopt;
    }
    std::array<char, 65536> chunk;  // NOLINT(cppcoreguidelines-pro-type-member-init)
    const ssize_t got = ::read(descriptor_, chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    buffer_.append(chunk.data(), static_cast<std::size_t>(got));
  }
}

bool LinePipe::write_line(const std::string& line) {
  const std::string text = line + '\n';
  for (std::size_t sent = 0; sent < text.size();) {
    // MSG_NOSIGNAL: a dead reader is an answer, not a SIGPIPE.
    const ssize_t n = ::send(descriptor_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    sent += static_cast<std::size_t>(n);
  }
  return true;
}

}  // namespace sweepmark::host
