#include "harness/plugin_manners.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>

#include "base/error.hpp"
#include "plugin/process_state.hpp"

namespace sweepmark::host {
namespace {

int caught_output = -1;  // the memory file behind descriptor 1, -1 while nothing is caught
constexpr std::size_t shown_bytes = 60;

std::string first_line(const std::string& text) {
  std::string line = text.substr(0, std::min(text.find('\n'), shown_bytes));
  if (line.size() < text.size()) line += "...";
  return line;
}

}  // namespace

void catch_standard_output() {
  caught_output = ::memfd_create("plugin standard output", MFD_CLOEXEC);
  if (caught_output < 0 || ::dup2(caught_output, STDOUT_FILENO) < 0)
    throw system_error("cannot catch standard output", errno);
}

std::string take_standard_output() {
  if (caught_output < 0) return {};
  std::fflush(stdout);
  const off_t size = ::lseek(caught_output, 0, SEEK_END);
  if (size <= 0) return {};
  std::string text(static_cast<std::size_t>(size), '\0');
  const ssize_t read = ::pread(caught_output, text.data(), text.size(), 0);
  text.resize(read > 0 ? static_cast<std::size_t>(read) : 0);
  if (::ftruncate(caught_output, 0) == 0) ::lseek(caught_output, 0, SEEK_SET);
  return text;
}

struct Manners::Watch::State {
  ProcessState before = ProcessState::capture();
};

Manners::Watch::Watch(Manners& manners) : manners_(manners), state_(new State) {}

Manners::Watch::~Watch() {
  for (const auto& what : state_->before.restore())
    manners_.note(what, fmt::format("plugin {} changed {}; put back", manners_.plugin_, what));
  if (const auto text = take_standard_output(); !text.empty()) {
    manners_.note("stdout", fmt::format("plugin {} wrote {} bytes to standard output: '{}'",
                                        manners_.plugin_, text.size(), first_line(text)));
  }
  delete state_;
}

void Manners::note(const std::string& kind, const std::string& sentence) {
  if (kinds_.insert(kind).second) notes_.push_back(sentence);
}

}  // namespace sweepmark::host
