// Text lines over a connected descriptor, with a deadline for reading.
#pragma once
#include <optional>
#include <string>

namespace sweepmark::host {

class LinePipe {
 public:
  explicit LinePipe(int descriptor) : descriptor_(descriptor) {}
  ~LinePipe();
  LinePipe(const LinePipe&) = delete;
  LinePipe& operator=(const LinePipe&) = delete;

  /// The next line without its end; nothing when the other side closed, or when `timeout_seconds`
  /// (negative: none) passed, which timed_out() then tells apart.
  std::optional<std::string> read_line(double timeout_seconds = -1);
  bool timed_out() const { return timed_out_; }
  /// False when the other side is gone.
  bool write_line(const std::string& line);

 private:
  int descriptor_;
  std::string buffer_;
  bool timed_out_ = false;
};

}  // namespace sweepmark::host
