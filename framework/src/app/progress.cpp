#include "app/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "app/exports.hpp"
#include "base/units.hpp"

namespace sweepmark::host {
namespace {

std::string clock_text(double seconds) {
  const auto whole = static_cast<long>(seconds + 0.5);
  constexpr long minute = 60;
  return fmt::format("{}:{:02}", whole / minute, whole % minute);
}

}  // namespace

Progress::Progress(std::size_t cases, bool quiet)
    : cases_(cases), quiet_(quiet), width_(quiet ? 0 : terminal_width(STDERR_FILENO)) {}

Progress::~Progress() { erase(); }

void Progress::sampled(const std::string& id) {
  using namespace std::chrono_literals;
  const auto now = std::chrono::steady_clock::now();
  if (width_ == 0 || now - last_draw_ < 100ms) return;
  last_draw_ = now;
  draw(id);
}

void Progress::finished(const std::string& line) {
  ++done_;
  if (quiet_) return;
  if (width_ > 0) return draw(line);
  fmt::print(stderr, "[{}/{}] {}\n", done_, cases_, line);
}

void Progress::draw(const std::string& id) {
  const double elapsed =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  std::string left = "?";
  if (done_ > 0)
    left = clock_text(elapsed / static_cast<double>(done_) * static_cast<double>(cases_ - done_));
  constexpr std::size_t bar_columns = 24;
  const std::size_t filled = cases_ > 0 ? done_ * bar_columns / cases_ : bar_columns;
  std::string text = fmt::format("[{:<{}}] {}/{}  {} left  {}", std::string(filled, '='),
                                 bar_columns, done_, cases_, left, id);
  text = text.substr(0, static_cast<std::size_t>(std::max(1, width_ - 1)));
  fmt::print(stderr, "\r\x1b[K{}", text);
  std::fflush(stderr);
  drawn_ = true;
}

void Progress::erase() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
  drawn_ = false;
}

}  // namespace sweepmark::host
