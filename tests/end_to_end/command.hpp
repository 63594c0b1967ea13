// Runs the built program as a user would, with a time limit, and keeps what it said.
#pragma once
#include <csignal>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace sweepmark::test {

struct Result {
  int exit_code = -1;  // 128 + signal when killed, -1 when the time limit passed
  std::string out, err;
};

/// A folder of its own, gone with the object; HOME of every command run in it.
class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  std::string path(const std::string& name) const { return folder_ + "/" + name; }

  /// `sweepmark ARGUMENTS` in the folder. No data sets are found unless SWEEPMARK_DATA is set here.
  Result run(const std::vector<std::string>& arguments,
             const std::map<std::string, std::string>& environment = {},
             double limit_seconds = 120) const;
  /// The same, calling `meanwhile(pid)` once after the start.
  Result run_while(const std::vector<std::string>& arguments,
                   const std::function<void(pid_t)>& meanwhile, double limit_seconds = 120) const;

 private:
  std::string folder_;
};

/// The file's text; "" when it is not there.
std::string read_file(const std::string& path);

/// Waits until the file has at least this many lines that contain `word`.
bool wait_for_lines(const std::string& path, const std::string& word, int lines,
                    double limit_seconds);

int count(const std::string& text, const std::string& word);

}  // namespace sweepmark::test
