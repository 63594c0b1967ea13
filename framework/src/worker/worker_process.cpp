// The only place that starts processes.
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fcntl.h>
#include <boost/process/args.hpp>
#include <boost/process/child.hpp>
#include <boost/process/extend.hpp>
#include <boost/process/io.hpp>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <filesystem>

#include "base/error.hpp"
#include "base/units.hpp"
#include "record/json_fields.hpp"
#include "worker/line_pipe.hpp"
#include "worker/session.hpp"

namespace sweepmark::host {
namespace {
namespace bp = boost::process;

constexpr int worker_descriptor = 3;

std::string signal_text(int signal) {
  const char* name = ::sigabbrev_np(signal);
  const char* words = ::sigdescr_np(signal);
  return fmt::format("SIG{} ({})", name ? name : std::to_string(signal), words ? words : "?");
}

bp::child spawn(int descriptor) {
  const auto self = std::filesystem::read_symlink("/proc/self/exe").string();
  return bp::child(
      self, "worker", bp::std_in < bp::null, bp::extend::on_exec_setup = [descriptor](auto&) {
        // A group of its own, so that Ctrl-C reaches the host alone, which then finishes its
        // sample.
        ::setpgid(0, 0);
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        ::signal(SIGPIPE, SIG_DFL);
        constexpr unsigned close_on_exec = 4;
        if (descriptor == worker_descriptor)
          ::fcntl(descriptor, F_SETFD, 0);
        else
          ::dup2(descriptor, worker_descriptor);
        // Not the exec-error pipe of the library: it is closed by exec itself.
        ::syscall(SYS_close_range, worker_descriptor + 1U, ~0U, close_on_exec);
      });
}

class WorkerProcess : public Session {
 public:
  WorkerProcess() {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
      throw system_error("cannot make a pipe for the worker", errno);
    pipe_ = std::make_unique<LinePipe>(ends[0]);
    try {
      child_ = spawn(ends[1]);
    } catch (const std::exception& problem) {
      ::close(ends[1]);
      throw Error(fmt::format("cannot start a worker process: {}", problem.what()));
    }
    ::close(ends[1]);
  }

  ~WorkerProcess() override {
    pipe_.reset();
    kill_and_wait();
  }

  Json call(const Json& request, double timeout_seconds) override {
    resume();
    std::optional<std::string> line;
    if (pipe_->write_line(to_line(request))) line = pipe_->read_line(timeout_seconds);
    if (line) return checked_reply(Json::parse(*line));
    const auto verb = field_or<std::string>(request, "do", "answer");
    if (pipe_->timed_out()) {
      kill_and_wait();
      throw SessionLost(Outcome::timed_out,
                        fmt::format("no answer within {} during {}",
                                    format_duration(timeout_seconds * 1e9), verb));
    }
    throw SessionLost(Outcome::crashed, fmt::format("{} during {}", obituary(), verb));
  }

  void hold() override {
    if (held_ || pid() <= 0) return;
    ::kill(pid(), SIGSTOP);
    held_ = true;
  }

 private:
  pid_t pid() const { return child_.id(); }

  void resume() {
    if (held_) ::kill(pid(), SIGCONT);
    held_ = false;
  }

  // waitpid and not the library's wait: that one loses which signal it was.
  std::string obituary() {
    int status = 0;
    if (::waitpid(pid(), &status, 0) != pid()) status = 0;
    child_.detach();
    reaped_ = true;
    if (WIFSIGNALED(status)) return signal_text(WTERMSIG(status));
    return fmt::format("the plugin ended the process with exit status {}", WEXITSTATUS(status));
  }

  void kill_and_wait() {
    if (reaped_) return;
    ::kill(pid(), SIGKILL);
    obituary();
  }

  std::unique_ptr<LinePipe> pipe_;
  bp::child child_;
  bool held_ = false;
  bool reaped_ = false;
};

}  // namespace

std::unique_ptr<Session> start_worker_process() { return std::make_unique<WorkerProcess>(); }

}  // namespace sweepmark::host
