// Where a run stands: a bar with the time left on a terminal, one line per case elsewhere.
#pragma once
#include <chrono>
#include <cstddef>
#include <string>

namespace sweepmark::host {

class Progress {
 public:
  /// `quiet` shows nothing. Everything goes to standard error.
  Progress(std::size_t cases, bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void sampled(const std::string& id);
  /// A row is final; `line` is how it reads in a log.
  void finished(const std::string& line);

 private:
  void draw(const std::string& id);
  void erase();

  std::size_t cases_;
  std::size_t done_ = 0;
  bool quiet_;
  int width_;  // 0: not a terminal
  bool drawn_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_draw_{};
};

}  // namespace sweepmark::host
