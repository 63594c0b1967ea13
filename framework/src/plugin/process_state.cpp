#include "plugin/process_state.hpp"

#include <clocale>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace sweepmark::host {
namespace {

// Control bits only: the sticky exception flags change with ordinary arithmetic.
#if defined(__x86_64__)
constexpr std::uint64_t control_bits = 0xffc0;
std::uint64_t read_float_control() { return _mm_getcsr() & control_bits; }
void write_float_control(std::uint64_t value) { _mm_setcsr(static_cast<unsigned>(value)); }
#elif defined(__aarch64__)
std::uint64_t read_float_control() {
  std::uint64_t value = 0;
  asm volatile("mrs %0, fpcr" : "=r"(value));
  return value;
}
void write_float_control(std::uint64_t value) { asm volatile("msr fpcr, %0" : : "r"(value)); }
#else
#error "say how the floating-point control word is read on this processor"
#endif

std::string read_locale() {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): the worker's host thread is the only one that asks.
  const char* name = std::setlocale(LC_ALL, nullptr);
  return name ? name : "C";
}

}  // namespace

ProcessState ProcessState::capture() {
  ProcessState state;
  state.float_control_ = read_float_control();
  state.locale_ = read_locale();
  for (int i = 1; i < signal_count; ++i)
    ::sigaction(i, nullptr, &state.handlers_[static_cast<std::size_t>(i)]);
  return state;
}

std::vector<std::string> ProcessState::restore() const {
  std::vector<std::string> changed;
  if (read_float_control() != float_control_) {
    write_float_control(float_control_);
    changed.emplace_back("the floating-point mode");
  }
  if (read_locale() != locale_) {
    std::setlocale(LC_ALL, locale_.c_str());  // NOLINT(concurrency-mt-unsafe)
    changed.emplace_back("the locale");
  }
  bool handler_changed = false;
  for (int i = 1; i < signal_count; ++i) {
    const auto& before = handlers_[static_cast<std::size_t>(i)];
    struct sigaction now {};
    if (::sigaction(i, nullptr, &now) != 0 || now.sa_handler == before.sa_handler) continue;
    ::sigaction(i, &before, nullptr);
    handler_changed = true;
  }
  if (handler_changed) changed.emplace_back("a signal handler");
  return changed;
}

}  // namespace sweepmark::host
