// Watches what a plugin leaves behind in the process: floating-point mode, locale, standard output.
#pragma once
#include <set>
#include <string>
#include <vector>

namespace sweepmark::host {

/// From here on file descriptor 1 is a file in memory: what plugins print is caught, never mixed
/// with a report or the protocol. For worker processes only.
void catch_standard_output();

/// What was printed since the last call, "" when nothing or when nothing is being caught.
std::string take_standard_output();

/// Calls `work` and notes, once per kind, what the plugin changed; puts it back.
class Manners {
 public:
  explicit Manners(std::string plugin) : plugin_(std::move(plugin)) {}

  template <class Work>
  decltype(auto) watch(Work&& work) {
    const Watch watch(*this);
    return work();
  }
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  class Watch {
   public:
    explicit Watch(Manners& manners);
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

   private:
    Manners& manners_;
    struct State;
    State* state_;
  };
  void note(const std::string& kind, const std::string& sentence);

  std::string plugin_;
  std::set<std::string> kinds_;
  std::vector<std::string> notes_;
};

}  // namespace sweepmark::host
