// A file that is wanted at the end, opened at the start: a bad path costs no measuring time.
#pragma once
#include <memory>
#include <string>

namespace sweepmark::host {

class OutputFile {
 public:
  /// "-" and "stdout" are standard output. Otherwise a temporary file beside the path, put in its
  /// place by write(), so that a reader never sees half of it. Throws Error "cannot write PATH:
  /// ...".
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  bool is_standard_output() const { return path_.empty(); }
  const std::string& path() const { return path_; }
  /// Writes everything and closes. Throws Error with the system's words (disk full, ...).
  void write(const std::string& text);

 private:
  std::string path_;       // "" for standard output
  std::string temporary_;  // "" when written in place (a device)
  int descriptor_ = -1;
};

}  // namespace sweepmark::host
