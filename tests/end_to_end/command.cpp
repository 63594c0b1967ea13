#include "command.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

namespace sweepmark::test {
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

namespace {

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

[[noreturn]] void become(const std::vector<std::string>& arguments, const std::string& folder,
                         const std::map<std::string, std::string>& environment) {
  const auto redirect = [&](const std::string& name, int descriptor) {
    constexpr mode_t mode = 0600;
    ::dup2(::open((folder + "/" + name).c_str(), O_CREAT | O_TRUNC | O_WRONLY, mode), descriptor);
  };
  redirect("stdout", STDOUT_FILENO);
  redirect("stderr", STDERR_FILENO);
  ::setenv("HOME", folder.c_str(), 1);
  for (const char* name : {"XDG_DATA_HOME", "SWEEPMARK_DATA", "SWEEPMARK_PLUGIN_PATH"})
    ::unsetenv(name);
  for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
  if (::chdir(folder.c_str()) != 0) ::_exit(126);
  std::vector<char*> argv{const_cast<char*>(SWEEPMARK_BINARY)};
  for (const auto& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  ::execv(SWEEPMARK_BINARY, argv.data());
  ::_exit(127);
}

int wait_until(pid_t child, double limit_seconds) {
  using namespace std::chrono_literals;
  const auto start = Clock::now();
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    if (seconds_since(start) > limit_seconds) {
      ::kill(child, SIGKILL);
      ::waitpid(child, &status, 0);
      return -1;
    }
    std::this_thread::sleep_for(2ms);
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

Workspace::Workspace() {
  std::string name = (fs::temp_directory_path() / "sweepmark-test-XXXXXX").string();
  folder_ = ::mkdtemp(name.data());
}

Workspace::~Workspace() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

Result Workspace::run(const std::vector<std::string>& arguments,
                      const std::map<std::string, std::string>& environment,
                      double limit_seconds) const {
  const pid_t child = ::fork();
  if (child == 0) become(arguments, folder_, environment);
  Result result;
  result.exit_code = wait_until(child, limit_seconds);
  result.out = read_file(path("stdout"));
  result.err = read_file(path("stderr"));
  return result;
}

Result Workspace::run_while(const std::vector<std::string>& arguments,
                            const std::function<void(pid_t)>& meanwhile,
                            double limit_seconds) const {
  const pid_t child = ::fork();
  if (child == 0) become(arguments, folder_, {});
  meanwhile(child);
  Result result;
  result.exit_code = wait_until(child, limit_seconds);
  result.out = read_file(path("stdout"));
  result.err = read_file(path("stderr"));
  return result;
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

int count(const std::string& text, const std::string& word) {
  int found = 0;
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + word.size()))
    ++found;
  return found;
}

bool wait_for_lines(const std::string& path, const std::string& word, int lines,
                    double limit_seconds) {
  using namespace std::chrono_literals;
  for (const auto start = Clock::now(); seconds_since(start) < limit_seconds;) {
    if (count(read_file(path), word) >= lines) return true;
    std::this_thread::sleep_for(5ms);
  }
  return false;
}

}  // namespace sweepmark::test
